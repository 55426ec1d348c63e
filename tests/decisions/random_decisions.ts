/**
 * Random rules, and random requests that they may be about: out of few words, so that many of them meet.
 *
 * @module
 */

import { Choices } from "./choices.ts";

/** A request, as whoever decides sees it. */
export interface Asked {
  readonly name: string;
  readonly groups: readonly string[];
  readonly isResource: boolean;
  readonly verb: string;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  /** The name of the object. */
  readonly object: string;
  readonly operation: string;
  readonly namespaced: boolean;
}

const USERS = ["jane", "system:serviceaccount:shop:web", "system:anonymous", "*", ""];
const GROUPS = [
  "dev",
  "system:authenticated",
  "system:unauthenticated",
  "system:serviceaccounts",
  "*",
];
const VERBS = ["get", "list", "watch", "create", "deletecollection", "*"];
const API_GROUPS = ["", "apps", "example.com", "*"];
const VERSIONS = ["v1", "v1beta1", "*"];
const RESOURCES = ["pods", "deployments", "*"];
const PARTS = ["log", "status", "*"];
const NAMES = ["a", "b", "*"];
const NAMESPACES = ["shop", "other", "*", ""];
const PATHS = ["/healthz", "/healthz/", "/healthz/etcd", "/metrics", "/", "/api", "/apis/apps"];
const URLS = [...PATHS, "/healthz*", "/healthz/*", "/healthz**", "/*", "*", "healthz", "/a*b"];
const OPERATIONS = ["CREATE", "UPDATE", "DELETE", "CONNECT", "*"];
const STAGES = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"];

/** Makes rules and requests. */
export class RandomDecisions extends Choices {
  asked(): Asked {
    const isResource = this.chance(0.75);
    const one = (words: readonly string[]) => this.one(words.filter((word) => word !== "*"));
    return {
      name: one(USERS),
      groups: this.some(GROUPS.filter((group) => group !== "*")),
      isResource,
      verb: one(VERBS),
      path: isResource ? "" : this.one(PATHS),
      group: isResource ? one(API_GROUPS) : "",
      version: isResource ? one(VERSIONS) : "",
      namespace: isResource ? one(NAMESPACES) : "",
      resource: isResource ? one(RESOURCES) : "",
      subresource: isResource && this.chance(0.4) ? one(PARTS) : "",
      object: isResource && this.chance(0.6) ? one(NAMES) : "",
      operation: one(OPERATIONS),
      namespaced: this.chance(0.6),
    };
  }

  /** Rules of a role. */
  roleRules(): unknown[] {
    return this.many(3, () => {
      const isOfPaths = this.chance(0.25);
      return {
        verbs: this.some(VERBS),
        ...(!isOfPaths && {
          apiGroups: this.some(API_GROUPS),
          resources: this.some(this.#resources()),
          ...(this.chance(0.3) && { resourceNames: this.some(NAMES) }),
        }),
        ...(isOfPaths && { nonResourceURLs: this.some(URLS) }),
      };
    });
  }

  /** Lines of a file of policies. */
  abacLines(): unknown[] {
    return this.many(3, () => {
      const spec: Record<string, unknown> = {};
      const maybe = (field: string, words: readonly string[]) => {
        if (this.chance(0.6)) spec[field] = this.one(words);
      };
      maybe("user", USERS);
      maybe("group", GROUPS);
      maybe("resource", RESOURCES);
      maybe("namespace", NAMESPACES);
      if (this.chance(0.3)) spec.readonly = true;
      if (this.chance(0.3)) return spec;
      maybe("apiGroup", API_GROUPS);
      maybe("nonResourcePath", URLS);
      return { apiVersion: "abac.authorization.kubernetes.io/v1beta1", kind: "Policy", spec };
    });
  }

  auditPolicy(): unknown {
    return {
      apiVersion: "audit.k8s.io/v1",
      kind: "Policy",
      ...(this.chance(0.3) && { omitStages: this.some(STAGES) }),
      ...(this.chance(0.3) && { omitManagedFields: this.chance(0.5) }),
      rules: this.many(3, () => ({
        level: this.one(["None", "Metadata", "Request", "RequestResponse"]),
        ...(this.chance(0.3) && { users: this.some(USERS) }),
        ...(this.chance(0.3) && { userGroups: this.some(GROUPS) }),
        ...(this.chance(0.4) && { verbs: this.some(VERBS) }),
        ...(this.chance(0.3) && { namespaces: this.some(NAMESPACES) }),
        ...(this.chance(0.6)
          ? {
            resources: this.many(2, () => ({
              ...(this.chance(0.8) && { group: this.one(API_GROUPS) }),
              ...(this.chance(0.8) && { resources: this.some(this.#resources()) }),
              ...(this.chance(0.3) && { resourceNames: this.some(NAMES) }),
            })),
          }
          : this.chance(0.4) && { nonResourceURLs: this.some(URLS) }),
        ...(this.chance(0.3) && { omitStages: this.some(STAGES) }),
        ...(this.chance(0.3) && { omitManagedFields: this.chance(0.5) }),
      })),
    };
  }

  /** What a flow schema says. */
  flowSchema(): unknown {
    const all = (words: readonly string[]) =>
      this.chance(0.3) ? ["*"] : this.some(words.filter((word) => word !== "*"));
    return {
      rules: this.many(2, () => ({
        subjects: this.many(2, () => this.#subject()),
        resourceRules: this.many(2, () => ({
          verbs: all(VERBS),
          apiGroups: all(API_GROUPS),
          resources: all(this.#resources()),
          clusterScope: this.chance(0.5),
          ...(this.chance(0.7) && { namespaces: all(NAMESPACES) }),
        })),
        nonResourceRules: this.many(
          2,
          () => ({ verbs: all(VERBS), nonResourceURLs: this.some(URLS) }),
        ),
      })),
    };
  }

  #subject(): unknown {
    switch (this.one(["User", "Group", "ServiceAccount"])) {
      case "User":
        return { kind: "User", user: { name: this.one(USERS) } };
      case "Group":
        return { kind: "Group", group: { name: this.one(GROUPS) } };
      default:
        return {
          kind: "ServiceAccount",
          serviceAccount: {
            namespace: this.one(["shop", "other"]),
            name: this.one(["web", "*"]),
          },
        };
    }
  }

  /** A rule of a webhook. */
  webhookRule(): unknown {
    return {
      operations: this.some(OPERATIONS),
      apiGroups: this.some(API_GROUPS),
      apiVersions: this.some(VERSIONS),
      resources: this.some(this.#resources()),
      ...(this.chance(0.6) && { scope: this.one(["*", "Namespaced", "Cluster"]) }),
    };
  }

  /** Names of resources and of their parts. */
  #resources(): string[] {
    return [
      ...RESOURCES,
      ...RESOURCES.flatMap((resource) => PARTS.map((part) => `${resource}/${part}`)),
    ];
  }
}
