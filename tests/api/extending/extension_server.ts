/**
 * An extension server of tests: HTTPS with a certificate that was made for it, and the metrics that
 * `kubectl top` asks for.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { makeAuthority, makeCertificate, USAGE } from "../../../toolkit/certificates/mod.ts";

/** What it was asked. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answers a request in another way; false: in the usual one. */
export type Otherwise = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server that runs. */
export class ExtensionServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  /** The common names of the certificates that came with requests. */
  readonly proofs: string[] = [];
  /** Set to answer otherwise. */
  otherwise: Otherwise = () => false;
  readonly #server: Server;
  /** PEM of who signed its certificate, in base64. */
  readonly caBundle: string;

  private constructor(server: Server, authority: string) {
    this.#server = server;
    this.caBundle = btoa(authority);
  }

  /** Starts one whose certificate is for a service; it may ask for certificates of an authority. */
  static async start(
    service: string,
    namespace: string,
    clientAuthority?: string,
  ): Promise<ExtensionServer> {
    const now = new Date();
    const authority = await makeAuthority("extensions", now);
    const name = `${service}.${namespace}.svc`;
    const { certificate: cert, key } = await makeCertificate(
      { commonName: name, hosts: [name], usages: [USAGE.server], now },
      authority,
    );
    const proof = clientAuthority !== undefined && {
      ca: clientAuthority,
      requestCert: true,
      rejectUnauthorized: true,
    };
    const server = createServer({ cert, key, ...proof });
    const started = new ExtensionServer(server, authority.certificate);
    server.on("request", (request, response) => {
      started.#answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.otherwise(request, response)) return;
    let body = "";
    for await (const piece of request) body += new TextDecoder().decode(piece);
    const { method = "", url = "", headers } = request;
    const { subject } = (request.socket as TLSSocket).getPeerCertificate?.() ?? {};
    if (subject?.CN !== undefined) this.proofs.push(String(subject.CN));
    this.asked.push({ method, url, headers, body });
    const path = url.split("?")[0] ?? "";
    const found = ANSWERS[path];
    if (path === "/openapi/v2" && headers["if-none-match"] === VERSION_2_TAG) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(found === undefined ? 404 : 200, {
      "content-type": "application/json",
      ...(path === "/openapi/v2" && { etag: VERSION_2_TAG }),
    });
    response.end(JSON.stringify(found ?? { kind: "Status", apiVersion: "v1", code: 404 }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const GROUP = "/apis/metrics.k8s.io/v1beta1";
const usage = { cpu: "250m", memory: "512Mi" };
const times = { timestamp: "2024-01-01T00:00:00Z", window: "30s" };
const head = { apiVersion: "metrics.k8s.io/v1beta1" };

/** What its documents of OpenAPI are told by. */
const VERSION_2_TAG = '"2"';
const VERSION_3_HASH = "3A";

const kindOf = (group: string, version: string, kind: string) => ({
  "x-kubernetes-group-version-kind": [{ group, version, kind }],
});

/** Schemas of what it has, with one whose name the API server has too. */
function schemasWith(place: string) {
  const ref = (name: string) => ({ $ref: `${place}${name}` });
  return {
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": {
      type: "object",
      description: "Metadata as the extension server has it.",
      properties: { name: { type: "string" } },
    },
    "io.k8s.metrics.v1beta1.NodeMetrics": {
      type: "object",
      description: "What a node uses.",
      properties: {
        apiVersion: { type: "string" },
        kind: { type: "string" },
        metadata: ref("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"),
        usage: {
          type: "object",
          description: "How much of each resource.",
          additionalProperties: { type: "string" },
        },
      },
      ...kindOf("metrics.k8s.io", "v1beta1", "NodeMetrics"),
    },
  };
}

const metricsRef = (place: string) => ({ $ref: `${place}io.k8s.metrics.v1beta1.NodeMetrics` });

function nodesPath(answer: unknown, more: object = {}) {
  return {
    get: {
      operationId: "listMetricsV1beta1NodeMetrics",
      ...more,
      "x-kubernetes-action": "list",
      "x-kubernetes-group-version-kind": {
        group: "metrics.k8s.io",
        version: "v1beta1",
        kind: "NodeMetrics",
      },
      responses: { "200": { description: "OK", ...answer as object } },
    },
  };
}

const DESCRIPTIONS = {
  "/openapi/v2": {
    swagger: "2.0",
    info: { title: "metrics", version: "1" },
    paths: {
      [`${GROUP}/nodes`]: nodesPath({ schema: metricsRef("#/definitions/") }, {
        produces: ["application/json"],
      }),
      "/apis/apps/v1/deployments": nodesPath({ description: "none of its own" }),
    },
    definitions: schemasWith("#/definitions/"),
  },
  "/openapi/v3": {
    paths: {
      "apis/metrics.k8s.io/v1beta1": {
        serverRelativeURL: `/openapi/v3/apis/metrics.k8s.io/v1beta1?hash=${VERSION_3_HASH}`,
      },
      "apis/apps/v1": { serverRelativeURL: "/openapi/v3/apis/apps/v1?hash=STOLEN" },
    },
  },
  "/openapi/v3/apis/metrics.k8s.io/v1beta1": {
    openapi: "3.0.0",
    info: { title: "metrics", version: "1" },
    paths: {
      [`${GROUP}/nodes`]: nodesPath({
        content: { "application/json": { schema: metricsRef("#/components/schemas/") } },
      }),
    },
    components: { schemas: schemasWith("#/components/schemas/") },
  },
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  ...DESCRIPTIONS,
  [GROUP]: {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: "metrics.k8s.io/v1beta1",
    resources: [
      {
        name: "nodes",
        singularName: "",
        namespaced: false,
        kind: "NodeMetrics",
        verbs: ["get", "list"],
      },
      {
        name: "pods",
        singularName: "",
        namespaced: true,
        kind: "PodMetrics",
        verbs: ["get", "list"],
      },
    ],
  },
  [`${GROUP}/nodes`]: {
    ...head,
    kind: "NodeMetricsList",
    metadata: {},
    items: [{ metadata: { name: "n1" }, ...times, usage }],
  },
  [`${GROUP}/namespaces/default/pods`]: {
    ...head,
    kind: "PodMetricsList",
    metadata: {},
    items: [{
      metadata: { name: "p1", namespace: "default" },
      ...times,
      containers: [{ name: "c", usage }],
    }],
  },
};
