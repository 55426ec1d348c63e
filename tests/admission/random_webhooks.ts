/**
 * Random webhooks, writes that they are asked about, and what they answer.
 *
 * @module
 */

import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import type { Random } from "../cel/generated_expressions.ts";
import type { PluginRequest, World } from "./question.ts";
import { NAMESPACE, RandomRequests } from "./random_requests.ts";

/** Where webhooks are. */
export interface Peer {
  readonly url: string;
  /** PEM. */
  readonly authority: string;
}

/** What a webhook answers: members of the review and of its response, or a text, or nothing at all. */
export interface HookAnswer {
  readonly status?: number;
  readonly text?: string;
  readonly review?: Readonly<Record<string, unknown>>;
  readonly response?: AnyObject;
}

/** The annotation of an object in which the answers of webhooks are, by the last part of their paths. */
export const ANSWERS = "answers";

const LABELS = ["a", "b"];
const VALUES = ["1", "2"];

/** Makes worlds with webhooks. */
export class RandomWebhooks extends RandomRequests {
  readonly #peer: Peer;
  #worlds = 0;

  constructor(random: Random, peer: Peer) {
    super(random);
    this.#peer = peer;
  }

  world(): World {
    const world = this.#worlds++;
    const hooks = (kind: string) =>
      // Those that judge are asked at once: whose word comes first is chance.
      this.many(kind === "mutating" ? 3 : 1, () => kind)
        .map((_, index) => this.#webhook(world, `${kind}${index}`));
    const configuration = (kind: string): AnyObject => ({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: "hooks" },
      webhooks: hooks(kind.toLowerCase()).map(({ reinvocationPolicy, ...hook }) => ({
        ...hook,
        ...(kind === "Mutating" && { reinvocationPolicy }),
      })),
    });
    const labels = this.labels(LABELS, VALUES);
    return {
      objects: [
        { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE, labels } },
        configuration("Mutating"),
        configuration("Validating"),
      ],
      requests: this.many(6, () => world).map((_, number) => this.#write(`r${number}`)),
    };
  }

  #webhook(world: number, name: string): AnyObject {
    const selector = () =>
      this.one<AnyObject>([
        {},
        { matchLabels: { a: this.one(VALUES) } },
        {
          matchExpressions: [{
            key: this.one(LABELS),
            operator: this.one(["Exists", "DoesNotExist"]),
          }],
        },
        { matchExpressions: [{ key: "a", operator: this.one(["In", "NotIn"]), values: ["1"] }] },
      ]);
    return {
      name: `${name}.example.com`,
      clientConfig: {
        url: `${this.#peer.url}/${world}/${name}`,
        caBundle: new TextEncoder().encode(this.#peer.authority).toBase64(),
      },
      rules: this.many(2, () => ({
        operations: this.one([["*"], ["CREATE"], ["CREATE", "UPDATE"], ["UPDATE", "DELETE"]]),
        apiGroups: this.one([["*"], [""], ["autoscaling"]]),
        apiVersions: this.one([["*"], ["v1"], ["v2"]]),
        resources: this.one([
          ...[["*"], ["configmaps"], ["horizontalpodautoscalers"], ["*/status"], ["*/*"]],
          ["configmaps", "nodes"],
        ]),
        ...this.maybe(0.3, "scope", () => this.one(["*", "Namespaced", "Cluster"])),
      })),
      sideEffects: this.one(["None", "NoneOnDryRun"]),
      admissionReviewVersions: this.one([["v1"], ["v1", "v1beta1"], ["v1beta1"], [
        "v9",
        "v1beta1",
      ]]),
      ...this.maybe(0.6, "failurePolicy", () => this.one(["Fail", "Ignore"])),
      ...this.maybe(0.5, "matchPolicy", () => this.one(["Exact", "Equivalent"])),
      ...this.maybe(0.3, "namespaceSelector", selector),
      ...this.maybe(0.3, "objectSelector", selector),
      ...this.maybe(
        0.3,
        "matchConditions",
        () =>
          this.many(2, () => "c").map((condition, index) => ({
            name: `${condition}${index}`,
            expression: this.one([
              ...["true", "false", "object.metadata.name != 'r1'", "oldObject == null"],
              ...[
                "request.operation == 'CREATE'",
                "has(object.data)",
                "request.userInfo.username == 'x'",
              ],
              ...[
                "object.metadata.labels.a == '1'",
                "request.dryRun",
                "object.spec.maxReplicas > 1",
              ],
              "authorizer.group('').resource('configmaps').check('get').allowed()",
            ]),
          })),
      ),
      reinvocationPolicy: this.one(["Never", "IfNeeded"]),
    };
  }

  #write(name: string): PluginRequest {
    const named = () => ({
      name,
      namespace: NAMESPACE,
      ...this.maybe(0.6, "labels", () => this.labels(LABELS, VALUES)),
      annotations: { [ANSWERS]: JSON.stringify(this.#answers()) },
    });
    const map = (): AnyObject => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: named(),
      ...this.maybe(0.6, "data", () => ({ k: this.one(VALUES) })),
      ...this.maybe(0.1, "immutable", () => this.chance(0.5)),
    });
    const scaler = (version: string): AnyObject => ({
      apiVersion: `autoscaling/${version}`,
      kind: "HorizontalPodAutoscaler",
      metadata: named(),
      spec: {
        maxReplicas: 1 + this.below(3),
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
        ...(version === "v1"
          ? this.maybe(0.5, "targetCPUUtilizationPercentage", () => 50)
          : this.maybe(0.5, "metrics", () => [{
            type: "Resource",
            // Others come back twice from the reference's old version.
            resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 7 } },
          }])),
      },
    });
    const node = (): AnyObject => {
      const { namespace: _, ...metadata } = named();
      return { apiVersion: "v1", kind: "Node", metadata };
    };
    const version = this.one(["v1", "v2"]);
    const [resource, made] = this.one<readonly [string, () => AnyObject]>([
      ["configmaps", map],
      ["configmaps", map],
      ["horizontalpodautoscalers", () => scaler(version)],
      ["nodes", node],
    ]);
    const more = { dryRun: this.chance(0.2) };
    const kind = this.below(10);
    if (kind < 5) return this.create(resource, made(), more);
    const object = made();
    const part = resource !== "configmaps" && this.chance(0.3) ? { subresource: "status" } : {};
    if (kind < 8) return this.update(resource, object, made(), { ...more, ...part });
    const { object: _, ...gone } = this.update(resource, object, made(), more);
    return { ...gone, operation: "DELETE" };
  }

  #answers(): Record<string, HookAnswer> {
    const hooks = ["mutating", "validating"].flatMap((kind) =>
      [0, 1, 2].map((at) => `${kind}${at}`)
    );
    return Object.fromEntries(hooks.map((hook) => [hook, this.#answer(hook.startsWith("m"))]));
  }

  #answer(mutating: boolean): HookAnswer {
    if (this.chance(0.06)) {
      return this.one<HookAnswer>([
        { status: this.one([400, 404, 500, 503, 302, 204]), text: "no" },
        { text: this.one(["", "{", "[]", "null", "7", '{"response":null}', '{"response":7}']) },
        { review: { kind: "Other" }, response: { allowed: true } },
        { review: { apiVersion: "admission.k8s.io/v2" }, response: { allowed: true } },
        { review: { apiVersion: "admission.k8s.io/v1" }, response: { allowed: true } },
        { review: { apiVersion: "admission.k8s.io/v1beta1" }, response: { allowed: true } },
        { review: { apiVersion: null, kind: null }, response: { allowed: true } },
        { review: { kind: "" }, response: { allowed: true } },
        { response: { allowed: true, uid: this.one(["other", ""]) } },
        { response: { allowed: "true" } },
        { review: { response: null } },
      ]);
    }
    return {
      response: {
        allowed: this.chance(0.9),
        ...(mutating && this.chance(0.5) && this.#patch()),
        ...this.maybe(0.02, "patchType", () => this.one(["JSONPatch", ""])),
        ...this.maybe(0.15, "status", () => ({
          ...this.maybe(0.5, "code", () => this.one([400, 403, 409, 422, 200, 0])),
          ...this.maybe(0.6, "message", () => this.one(["because", "", "ü".repeat(3)])),
          ...this.maybe(0.5, "reason", () => this.one(["Conflict", "Forbidden", "", "Own"])),
          ...this.maybe(0.2, "details", () => ({
            name: "n",
            causes: [{ reason: "R", message: "m", field: "f" }],
          })),
          ...this.maybe(0.2, "status", () => this.one(["Success", "Failure"])),
        })),
        ...this.maybe(
          0.15,
          "warnings",
          () => this.many(2, () => this.one(["careful", "", "a\nb", "x".repeat(300)])),
        ),
        ...this.maybe(0.15, "auditAnnotations", () => ({
          [this.one(["k", "a/b", ""])]: this.one(["v", ""]),
        })),
      },
    };
  }

  #patch(): AnyObject {
    const step = () =>
      this.one<AnyObject>([
        { op: "add", path: "/metadata/labels/a", value: this.one(VALUES) },
        { op: "add", path: "/metadata/labels", value: { b: this.one(VALUES) } },
        { op: "add", path: "/data", value: { k: "v" } },
        { op: "replace", path: "/data/k", value: this.one(["1", "v", ""]) },
        { op: "remove", path: "/data/k" },
        { op: "remove", path: "/metadata/labels" },
        { op: "test", path: "/metadata/labels/a", value: "1" },
        { op: "copy", from: "/metadata/name", path: "/metadata/labels/b" },
        { op: "move", from: "/data", path: "/binaryData" },
        { op: "add", path: "/metadata/annotations/x~1y", value: "z" },
        { op: "add", path: "/metadata/finalizers", value: ["example.com/f"] },
        { op: "add", path: "/metadata/finalizers/-", value: "example.com/g" },
        { op: "add", path: "/unknown", value: 1 },
        { op: "replace", path: "/spec/maxReplicas", value: this.one([4, "4", 4.5]) },
        { op: "add", path: "/spec/minReplicas", value: 2 },
        { op: "replace", path: "/kind", value: "Other" },
        { op: "other", path: "/metadata/name" },
      ]);
    const patch = this.one([
      ...Array.from({ length: 12 }, () => JSON.stringify(this.many(3, step))),
      ...["[]", "{}", "null", "[{}]", "x"],
    ]);
    return {
      patch: new TextEncoder().encode(patch).toBase64(),
      patchType: "JSONPatch",
    };
  }
}
