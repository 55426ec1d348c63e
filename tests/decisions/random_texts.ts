/**
 * Random paths, selectors and pods: mostly right, put together of few parts, some of them spoiled.
 *
 * @module
 */

import type { Random } from "../cel/generated_expressions.ts";

const SEGMENTS = [
  "api",
  "apis",
  "v1",
  "v1beta1",
  "apps",
  "namespaces",
  "shop",
  "pods",
  "deployments",
]
  .concat([
    "watch",
    "proxy",
    "status",
    "finalize",
    "log",
    "exec",
    "a",
    "",
    ".",
    "..",
    "%2F",
    "%70ods",
  ])
  .concat(["a%2Fb", "é", "%C3%A9", "a b", "healthz", "scale", "x:y", "~", "%25"]);
const QUERIES = [
  "",
  "?",
  "?watch=true",
  "?watch=1",
  "?watch=false",
  "?watch=0",
  "?watch",
  "?watch=x",
]
  .concat([
    "?watch=False",
    "?fieldSelector=metadata.name%3Da",
    "?fieldSelector=metadata.name=a,x=y",
  ])
  .concat([
    "?fieldSelector=metadata.name!=a",
    "?fieldSelector=metadata.name%3D..",
    "?fieldSelector=,",
  ])
  .concat(["?fieldSelector=metadata.name=a&watch=true", "?limit=x&fieldSelector=metadata.name=a"])
  .concat([
    "?fieldSelector=metadata.name=a/b",
    "?labelSelector=a&watch=true&watch=false",
    "?%77atch=true",
  ]);
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

const KEYS = ["a", "b", "example.com/a", "a.b/c", "A_b", "-a", "a b", "", "a/b/c", "x".repeat(64)];
const VALUES = ["", "x", "y", "1", "2", "10", "-1", "1.5", "x.y", "-x", "é", "x".repeat(64), "x y"];
const FIELD_VALUES = [...VALUES, "a\\\\,b", "a\\\\=b", "a\\\\", "\\\\\\\\"];

/** Makes texts and objects. */
export class RandomTexts {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A request's method and URL. */
  path(): { readonly method: string; readonly url: string } {
    const start = this.#one([
      "/api/v1",
      "/apis/apps/v1",
      "/api",
      "/apis",
      "",
      "//api//v1",
      "/%61pi/v1",
    ]);
    const parts = this.#many(5, () => this.#one(SEGMENTS));
    const end = this.#chance(0.2) ? "/" : "";
    return {
      method: this.#one(METHODS),
      url: `${start}/${parts.join("/")}${end}${this.#one(QUERIES)}`,
    };
  }

  labels(): Record<string, string> {
    return Object.fromEntries(
      this.#many(3, () => [this.#one(KEYS.slice(0, 5)), this.#one(VALUES)]),
    );
  }

  labelSelector(): string {
    const requirement = () => {
      const key = this.#one(this.#chance(0.9) ? KEYS.slice(0, 5) : KEYS);
      const value = this.#one(this.#chance(0.9) ? VALUES.slice(0, 9) : VALUES);
      const space = this.#one(["", "", "", " ", "\t"]);
      const set = this.#many(3, () => this.#one(VALUES.slice(0, 9))).join(`,${space}`);
      return this.#one([
        key,
        `!${space}${key}`,
        `${key}${space}=${space}${value}`,
        `${key}==${value}`,
        `${key}${space}!=${space}${value}`,
        `${key}${space}>${space}${value}`,
        `${key}<${value}`,
        `${key} in ${space}(${set})`,
        `${key} notin (${set}${space})`,
        `${key} in (${value}`,
        `${key} ${value}`,
        `${key} in`,
      ]);
    };
    return this.#spoiled(this.#many(3, requirement).join(this.#one([",", ", ", ",,"])));
  }

  fieldSelector(): string {
    const requirement = () => {
      const operator = this.#one(["=", "==", "!=", "=", "==", "<", ""]);
      return `${this.#one(["metadata.name", "spec.x", "a", ""])}${operator}${
        this.#one(FIELD_VALUES)
      }`;
    };
    return this.#spoiled(this.#many(3, requirement).join(this.#one([",", ",", ", ", ",,"])));
  }

  fields(): Record<string, string> {
    return Object.fromEntries(
      ["metadata.name", "spec.x", "a"].flatMap((field) =>
        this.#chance(0.7) ? [[field, this.#one([...VALUES, "a,b", "a=b", "\\"])]] : []
      ),
    );
  }

  objectSelector(): unknown {
    if (this.#chance(0.1)) return this.#chance(0.5) ? null : {};
    return {
      ...(this.#chance(0.6) && { matchLabels: this.labels() }),
      ...(this.#chance(0.7) && {
        matchExpressions: this.#many(2, () => ({
          key: this.#one(KEYS.slice(0, 6)),
          operator: this.#one(["In", "NotIn", "Exists", "DoesNotExist", "Gt", ""]),
          ...(this.#chance(0.7) && { values: this.#many(2, () => this.#one(VALUES.slice(0, 11))) }),
        })),
      }),
    };
  }

  level(): { readonly level: string; readonly version: string } {
    const minor = Math.floor(this.#random() * 37);
    return {
      level: this.#one(["baseline", "restricted", "restricted", "privileged"]),
      version: this.#chance(0.3) ? "latest" : `v1.${minor}`,
    };
  }

  pod(): unknown {
    const maybe = <Value>(of: number, name: string, make: () => Value) =>
      this.#chance(of) ? { [name]: make() } : {};
    const capabilities = () => ({
      ...maybe(
        0.5,
        "add",
        () => this.#many(2, () => this.#one(["NET_BIND_SERVICE", "SYS_ADMIN", "CHOWN", "ALL"])),
      ),
      ...maybe(0.7, "drop", () => this.#many(2, () => this.#one(["ALL", "ALL", "KILL", "all"]))),
    });
    const profile = () =>
      this.#one<unknown>([
        { type: "RuntimeDefault" },
        { type: "Localhost", localhostProfile: "x" },
        { type: "Unconfined" },
        {},
      ]);
    const user = () => this.#one([0, 1000]);
    const options = () => ({
      ...maybe(
        0.3,
        "type",
        () =>
          this.#one([
            "container_t",
            "container_init_t",
            "container_kvm_t",
            "container_engine_t",
            "spc_t",
            "",
          ]),
      ),
      ...maybe(0.1, "user", () => this.#one(["", "x"])),
      ...maybe(0.1, "role", () => this.#one(["", "x"])),
    });
    const shared = () => ({
      ...maybe(0.4, "runAsNonRoot", () => this.#chance(0.7)),
      ...maybe(0.2, "runAsUser", user),
      ...maybe(0.5, "seccompProfile", profile),
      ...maybe(0.2, "appArmorProfile", profile),
      ...maybe(0.2, "seLinuxOptions", options),
      ...maybe(0.1, "windowsOptions", () => ({ hostProcess: this.#chance(0.5) })),
    });
    const container = (name: string) => ({
      name,
      image: "x",
      ...maybe(0.1, "ports", () => [{ containerPort: 80, hostPort: this.#one([0, 80]) }]),
      ...maybe(
        0.05,
        "livenessProbe",
        () => ({
          httpGet: {
            port: 80,
            ...maybe(0.5, "host", () => this.#one(["127.0.0.1", "example.com", ""])),
          },
        }),
      ),
      ...maybe(
        0.05,
        "lifecycle",
        () => ({
          postStart: { httpGet: { port: 80, ...maybe(0.5, "host", () => "example.com") } },
        }),
      ),
      ...maybe(0.8, "securityContext", () => ({
        ...shared(),
        ...maybe(0.6, "allowPrivilegeEscalation", () => this.#chance(0.2)),
        ...maybe(0.1, "privileged", () => this.#chance(0.5)),
        ...maybe(0.6, "capabilities", capabilities),
        ...maybe(0.1, "procMount", () => this.#one(["Default", "Unmasked", ""])),
      })),
    });
    const volume = (name: string) => ({
      name,
      ...this.#one<unknown>([
        { emptyDir: {} },
        { configMap: { name: "x" } },
        { hostPath: { path: "/" } },
        { nfs: { server: "x", path: "/" } },
        { csi: { driver: "x" } },
        { image: { reference: "x" } },
        { ephemeral: {} },
        { projected: { sources: [] } },
      ]) as object,
    });
    return {
      metadata: {
        name: "pod",
        ...maybe(0.2, "annotations", () => ({
          [
            this.#one([
              "container.apparmor.security.beta.kubernetes.io/a",
              "seccomp.security.alpha.kubernetes.io/pod",
              "container.seccomp.security.alpha.kubernetes.io/a",
            ])
          ]: this.#one(["runtime/default", "docker/default", "localhost/x", "unconfined", ""]),
        })),
      },
      spec: {
        containers: this.#many(2, () => this.#one(["a", "b"])).map((name, index) =>
          container(`${name}${index || ""}`)
        ),
        ...maybe(0.3, "initContainers", () => [container("init")]),
        ...maybe(0.1, "ephemeralContainers", () => [container("debug")]),
        ...maybe(0.1, "hostNetwork", () => this.#chance(0.7)),
        ...maybe(0.1, "hostPID", () => this.#chance(0.7)),
        ...maybe(0.1, "hostIPC", () => this.#chance(0.7)),
        ...maybe(0.1, "hostUsers", () => this.#chance(0.5)),
        ...maybe(0.15, "os", () => ({ name: this.#one(["linux", "windows"]) })),
        ...maybe(
          0.5,
          "volumes",
          () =>
            this.#many(2, () => this.#one(["v", "w"])).map((name, index) =>
              volume(`${name}${index}`)
            ),
        ),
        ...maybe(0.7, "securityContext", () => ({
          ...shared(),
          ...maybe(0.2, "sysctls", () =>
            this.#many(2, () => ({
              name: this.#one([
                "kernel.shm_rmid_forced",
                "net.ipv4.ip_local_port_range",
                "net.ipv4.tcp_rmem",
                "kernel.msgmax",
                "net.ipv4.tcp_keepalive_time",
              ]),
              value: "1",
            }))),
        })),
      },
    };
  }

  /** A file of tokens. */
  tokens(): string {
    const cell = () => {
      const text = this.#one([
        "t",
        "u",
        "jane",
        " jane",
        "",
        "1",
        "dev",
        "dev,ops",
        'a"b',
        "é",
        "#x",
        "a\nb",
      ]);
      if (this.#chance(0.05)) return text;
      return /[,"\n]/.test(text) || this.#chance(0.2) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const line = () =>
      [this.#one(["t", "u", '"t"', ""]), ...this.#many(3, cell)].join(this.#one([",", ",", ","]));
    return this.#many(3, () => this.#chance(0.1) ? this.#one(["", " ", "\r"]) : line())
      .join(this.#one(["\n", "\n", "\r\n"])) + this.#one(["", "\n"]);
  }

  /** Headers that a proxy sends. */
  headers(): readonly (readonly [name: string, value: string])[] {
    const name = () =>
      this.#one(
        ["X-Remote-User", "x-remote-user", "X-Other-User", "X-Remote-Uid", "X-Remote-Group"]
          .concat([
            "x-other-group",
            "X-Remote-Extra-Scopes",
            "x-remote-extra-a%2fb",
            "X-Remote-Extra-",
          ])
          .concat(["X-Other-Key", "X-Remote-Extra-%zz", "X-Remote-Extra-%C3%A9", "X-Something"]),
      );
    const value = () => this.#one(["jane", "", "dev", "a,b", "x y", "%41"]);
    return this.#many(6, () => [name(), value()] as const);
  }

  /** A limit range, and the containers of a pod. */
  range(): unknown {
    const list = (of: number) =>
      this.#chance(of)
        ? Object.fromEntries(
          this.#many(2, () => [this.#one(["cpu", "memory", "ephemeral-storage"]), this.#amount()]),
        )
        : undefined;
    return {
      metadata: { name: "range" },
      spec: {
        limits: this.#many(2, () => ({
          type: this.#one(["Container", "Container", "Pod"]),
          min: list(0.4),
          max: list(0.5),
          default: list(0.3),
          defaultRequest: list(0.3),
          maxLimitRequestRatio: list(0.2),
        })),
      },
    };
  }

  podWithAmounts(): unknown {
    const list = (of: number) =>
      this.#chance(of)
        ? Object.fromEntries(this.#many(2, () => [this.#one(["cpu", "memory"]), this.#amount()]))
        : undefined;
    const container = (name: string) => ({
      name,
      image: "x",
      ...(this.#chance(0.7) && { resources: { requests: list(0.6), limits: list(0.6) } }),
    });
    return {
      metadata: { name: "pod" },
      spec: {
        containers: Array.from(
          { length: 1 + Math.floor(this.#random() * 2) },
          (_, i) => container(`c${i}`),
        ),
        ...(this.#chance(0.3) && {
          initContainers: [{
            ...container("init"),
            ...(this.#chance(0.5) && { restartPolicy: "Always" }),
          }],
        }),
        ...(this.#chance(0.2) && { overhead: { cpu: "100m" } }),
        ...(this.#chance(0.2) && { resources: { requests: list(0.8), limits: list(0.8) } }),
      },
    };
  }

  /** A pod, a service or a claim that a quota may count. */
  counted(kind: string): unknown {
    if (kind === "Service") {
      return {
        spec: {
          type: this.#one(["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"]),
          ...(this.#chance(0.3) && { allocateLoadBalancerNodePorts: this.#chance(0.5) }),
          ports: this.#many(3, () => ({
            port: 80,
            ...(this.#chance(0.5) && { nodePort: this.#one([0, 30000]) }),
          })),
        },
      };
    }
    if (kind === "PersistentVolumeClaim") {
      return {
        metadata: {
          ...(this.#chance(0.3) && {
            annotations: { "volume.beta.kubernetes.io/storage-class": this.#one(["fast", ""]) },
          }),
        },
        spec: {
          ...(this.#chance(0.6) && { storageClassName: this.#one(["fast", "slow", ""]) }),
          ...(this.#chance(0.8) && { resources: { requests: { storage: this.#amount() } } }),
        },
        ...(this.#chance(0.4) && {
          status: {
            ...(this.#chance(0.5) && { allocatedResources: { storage: this.#amount() } }),
            ...(this.#chance(0.5) && { capacity: { storage: this.#amount() } }),
          },
        }),
      };
    }
    return this.#countedPod();
  }

  #countedPod(): unknown {
    const names = ["cpu", "memory", "ephemeral-storage", "hugepages-2Mi", "example.com/gpu"];
    const list = (of: number) =>
      this.#chance(of)
        ? Object.fromEntries(this.#many(3, () => [this.#one(names), this.#amount()]))
        : undefined;
    const resources = () => ({ requests: list(0.6), limits: list(0.5) });
    const container = (name: string) => ({
      name,
      ...(this.#chance(0.7) && { resources: resources() }),
      ...(name !== "c" && this.#chance(0.4) && { restartPolicy: "Always" }),
    });
    const term = () => ({
      topologyKey: "zone",
      ...(this.#chance(0.3) && { namespaces: this.#chance(0.5) ? ["other"] : [] }),
      ...(this.#chance(0.3) && { namespaceSelector: {} }),
    });
    const affinity = () => ({
      ...(this.#chance(0.5) && { requiredDuringSchedulingIgnoredDuringExecution: [term()] }),
      ...(this.#chance(0.5) && {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term() }],
      }),
    });
    return {
      metadata: {
        name: "pod",
        ...(this.#chance(0.2) && {
          deletionTimestamp: this.#one(["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"]),
          deletionGracePeriodSeconds: 30,
        }),
      },
      spec: {
        containers: this.#many(2, () => container("c")),
        ...(this.#chance(0.4) && { initContainers: this.#many(2, () => container("init")) }),
        ...(this.#chance(0.2) && { overhead: { cpu: "100m", memory: "64Mi" } }),
        ...(this.#chance(0.2) && { resources: resources() }),
        ...(this.#chance(0.3) && { activeDeadlineSeconds: this.#one([0, 60]) }),
        ...(this.#chance(0.4) && { priorityClassName: this.#one(["high", "low", ""]) }),
        ...(this.#chance(0.4) && {
          affinity: {
            ...(this.#chance(0.5) && { podAffinity: affinity() }),
            ...(this.#chance(0.5) && { podAntiAffinity: affinity() }),
          },
        }),
      },
      ...(this.#chance(0.3) && {
        status: {
          phase: this.#one(["Pending", "Running", "Succeeded", "Failed"]),
          ...(this.#chance(0.3) && { qosClass: this.#one(["BestEffort", "Burstable", ""]) }),
        },
      }),
    };
  }

  /** A condition of a quota. */
  scope(): unknown {
    const scopeName = this.#one([
      ...["Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "PriorityClass"],
      ...["CrossNamespacePodAffinity", "PriorityClass"],
    ]);
    const operator = scopeName === "PriorityClass"
      ? this.#one(["In", "NotIn", "Exists", "DoesNotExist"])
      : "Exists";
    const values = this.#many(2, () => this.#one(["high", "low"]));
    return { scopeName, operator, ...(operator.endsWith("In") && { values }) };
  }

  /** Names that a quota may have. */
  quotaNames(): string[] {
    return this.#many(
      3,
      () =>
        this.#one([
          "cpu",
          "memory",
          "requests.cpu",
          "limits.memory",
          "limits.cpu",
          "pods",
          "requests.storage",
        ]),
    );
  }

  #amount(): string {
    return this.#one(["0", "100m", "0.5", "1", "1500m", "2", "1Gi", "64Mi", "1e3", "3"]);
  }

  #spoiled(text: string): string {
    if (!this.#chance(0.1)) return text;
    const at = Math.floor(this.#random() * (text.length + 1));
    return text.slice(0, at) + this.#one(["(", ")", ",", "=", "!", " ", "é", "\\"]) +
      text.slice(at);
  }

  #chance(of: number): boolean {
    return this.#random() < of;
  }

  #one<Word>(words: readonly Word[]): Word {
    return words[Math.floor(this.#random() * words.length)]!;
  }

  #many<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: 1 + Math.floor(this.#random() * most) }, make);
  }
}
