/**
 * Metrics of a server for tests: what pods use stands in their annotations, all else in the config map `metrics`
 * of the namespace.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { APIService, type Client, ConfigMap, isNotFound, Pod, Service } from "../../mod.ts";
import { ExtensionServer } from "../api/extending/extension_server.ts";

const GROUPS = [
  ["metrics.k8s.io", "v1beta1"],
  ["custom.metrics.k8s.io", "v1beta2"],
  ["external.metrics.k8s.io", "v1beta1"],
] as const;

/** Serves the three APIs of metrics behind a server, until it is disposed of. */
export async function serveMetrics(client: Client): Promise<AsyncDisposable> {
  const extension = await ExtensionServer.start("metrics", "default");
  extension.otherwise = (request, response) => {
    answer(client, request, response).catch((error) => {
      response.writeHead(500).end(String(error));
    });
    return true;
  };
  await client.create(Service, {
    metadata: { name: "metrics", namespace: "default" },
    spec: { type: "ExternalName", externalName: "localhost" },
  } as never);
  for (const [group, version] of GROUPS) {
    const name = `${version}.${group}`;
    await client.create(APIService, {
      metadata: { name },
      spec: {
        group,
        version,
        groupPriorityMinimum: 100,
        versionPriority: 100,
        service: { name: "metrics", namespace: "default", port: extension.port },
        caBundle: extension.caBundle,
      },
    } as never);
    await client.waitFor(
      APIService,
      name,
      (one) =>
        one?.status?.conditions?.some(({ type, status }) =>
          type === "Available" && status === "True"
        ) ?? false,
      { timeout: "60s" },
    );
  }
  return extension;
}

async function answer(
  client: Client,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://metrics");
  const [, , group = "", version = "", , namespace = "", ...rest] = pathname.split("/")
    .map(decodeURIComponent);
  const apiVersion = `${group}/${version}`;
  const send = (body: object, code = 200) => {
    response.writeHead(code, { "content-type": "application/json" });
    response.end(JSON.stringify({ apiVersion, ...body }));
  };
  if (namespace === "") {
    const resources = [{ name: "pods", namespaced: true, kind: "PodMetrics", verbs: ["list"] }];
    return send({ kind: "APIResourceList", apiVersion: "v1", groupVersion: apiVersion, resources });
  }
  const timestamp = new Date().toISOString().replace(/\.\d+/, "");
  const labelSelector = searchParams.get("labelSelector") ?? "";
  const pods = async () =>
    (await client.list(Pod, { namespace, labelSelector })).items.map(({ metadata }) => metadata);
  if (group === "metrics.k8s.io") {
    const items = (await pods()).flatMap(({ name, annotations: usage }) =>
      usage === undefined ? [] : [{
        metadata: { name, namespace },
        timestamp,
        window: "10s",
        containers: [{ name: "c", usage }],
      }]
    );
    return send({ kind: "PodMetricsList", metadata: {}, items });
  }
  const metric = rest[rest.length - 1] ?? "";
  const kind = group.startsWith("custom") ? "MetricValueList" : "ExternalMetricValueList";
  if (rest[0] === "pods" && rest[1] === "*") {
    const items = (await pods()).flatMap(({ name, annotations = {} }) =>
      annotations[metric] === undefined ? [] : [{
        describedObject: { kind: "Pod", name, namespace },
        metric: { name: metric },
        timestamp,
        value: annotations[metric],
      }]
    );
    return send({ kind, metadata: {}, items });
  }
  let text: string | undefined;
  try {
    const map = await client.get(ConfigMap, { namespace, name: "metrics" });
    text = map.data?.[rest.join(".")];
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  if (text === undefined) {
    const message = `there is no ${rest.join(".")}`;
    return send({
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "NotFound",
      message,
      code: 404,
    }, 404);
  }
  const items = text.split(" ").filter((value) => value !== "").map((value) => ({
    describedObject: { name: rest[1] ?? "", namespace },
    metric: { name: metric },
    metricName: metric,
    metricLabels: {},
    timestamp,
    value,
  }));
  send({ kind, metadata: {}, items });
}
