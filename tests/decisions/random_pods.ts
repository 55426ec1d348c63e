/**
 * Random pods, and what is asked of them: levels of security, limit ranges, quotas.
 *
 * @module
 */

import { Choices } from "./choices.ts";

/** Makes pods and what judges them. */
export class RandomPods extends Choices {
  level(): { readonly level: string; readonly version: string } {
    const minor = this.below(37);
    return {
      level: this.one(["baseline", "restricted", "restricted", "privileged"]),
      version: this.chance(0.3) ? "latest" : `v1.${minor}`,
    };
  }

  pod(): unknown {
    const maybe = <Value>(of: number, name: string, make: () => Value) =>
      this.chance(of) ? { [name]: make() } : {};
    const capabilities = () => ({
      ...maybe(
        0.5,
        "add",
        () => this.many(2, () => this.one(["NET_BIND_SERVICE", "SYS_ADMIN", "CHOWN", "ALL"])),
      ),
      ...maybe(0.7, "drop", () => this.many(2, () => this.one(["ALL", "ALL", "KILL", "all"]))),
    });
    const profile = () =>
      this.one<unknown>([
        { type: "RuntimeDefault" },
        { type: "Localhost", localhostProfile: "x" },
        { type: "Unconfined" },
        {},
      ]);
    const user = () => this.one([0, 1000]);
    const options = () => ({
      ...maybe(
        0.3,
        "type",
        () =>
          this.one([
            "container_t",
            "container_init_t",
            "container_kvm_t",
            "container_engine_t",
            "spc_t",
            "",
          ]),
      ),
      ...maybe(0.1, "user", () => this.one(["", "x"])),
      ...maybe(0.1, "role", () => this.one(["", "x"])),
    });
    const shared = () => ({
      ...maybe(0.4, "runAsNonRoot", () => this.chance(0.7)),
      ...maybe(0.2, "runAsUser", user),
      ...maybe(0.5, "seccompProfile", profile),
      ...maybe(0.2, "appArmorProfile", profile),
      ...maybe(0.2, "seLinuxOptions", options),
      ...maybe(0.1, "windowsOptions", () => ({ hostProcess: this.chance(0.5) })),
    });
    const container = (name: string) => ({
      name,
      image: "x",
      ...maybe(0.1, "ports", () => [{ containerPort: 80, hostPort: this.one([0, 80]) }]),
      ...maybe(
        0.05,
        "livenessProbe",
        () => ({
          httpGet: {
            port: 80,
            ...maybe(0.5, "host", () => this.one(["127.0.0.1", "example.com", ""])),
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
        ...maybe(0.6, "allowPrivilegeEscalation", () => this.chance(0.2)),
        ...maybe(0.1, "privileged", () => this.chance(0.5)),
        ...maybe(0.6, "capabilities", capabilities),
        ...maybe(0.1, "procMount", () => this.one(["Default", "Unmasked", ""])),
      })),
    });
    const volume = (name: string) => ({
      name,
      ...this.one<unknown>([
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
            this.one([
              "container.apparmor.security.beta.kubernetes.io/a",
              "seccomp.security.alpha.kubernetes.io/pod",
              "container.seccomp.security.alpha.kubernetes.io/a",
            ])
          ]: this.one(["runtime/default", "docker/default", "localhost/x", "unconfined", ""]),
        })),
      },
      spec: {
        containers: this.many(2, () => this.one(["a", "b"])).map((name, index) =>
          container(`${name}${index || ""}`)
        ),
        ...maybe(0.3, "initContainers", () => [container("init")]),
        ...maybe(0.1, "ephemeralContainers", () => [container("debug")]),
        ...maybe(0.1, "hostNetwork", () => this.chance(0.7)),
        ...maybe(0.1, "hostPID", () => this.chance(0.7)),
        ...maybe(0.1, "hostIPC", () => this.chance(0.7)),
        ...maybe(0.1, "hostUsers", () => this.chance(0.5)),
        ...maybe(0.15, "os", () => ({ name: this.one(["linux", "windows"]) })),
        ...maybe(
          0.5,
          "volumes",
          () =>
            this.many(2, () => this.one(["v", "w"])).map((name, index) =>
              volume(`${name}${index}`)
            ),
        ),
        ...maybe(0.7, "securityContext", () => ({
          ...shared(),
          ...maybe(0.2, "sysctls", () =>
            this.many(2, () => ({
              name: this.one([
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

  /** A limit range, and the containers of a pod. */
  range(): unknown {
    const list = (of: number) =>
      this.chance(of)
        ? Object.fromEntries(
          this.many(2, () => [this.one(["cpu", "memory", "ephemeral-storage"]), this.#amount()]),
        )
        : undefined;
    return {
      metadata: { name: "range" },
      spec: {
        limits: this.many(2, () => ({
          type: this.one(["Container", "Container", "Pod"]),
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
      this.chance(of)
        ? Object.fromEntries(this.many(2, () => [this.one(["cpu", "memory"]), this.#amount()]))
        : undefined;
    const container = (name: string) => ({
      name,
      image: "x",
      ...(this.chance(0.7) && { resources: { requests: list(0.6), limits: list(0.6) } }),
    });
    return {
      metadata: { name: "pod" },
      spec: {
        containers: Array.from(
          { length: 1 + this.below(2) },
          (_, i) => container(`c${i}`),
        ),
        ...(this.chance(0.3) && {
          initContainers: [{
            ...container("init"),
            ...(this.chance(0.5) && { restartPolicy: "Always" }),
          }],
        }),
        ...(this.chance(0.2) && { overhead: { cpu: "100m" } }),
        ...(this.chance(0.2) && { resources: { requests: list(0.8), limits: list(0.8) } }),
      },
    };
  }

  /** Of whose objects quotas count more than how many there are. */
  countedKind(): string {
    return this.one(["Pod", "Service", "PersistentVolumeClaim"]);
  }

  /** A pod, a service or a claim that a quota may count. */
  counted(kind: string): unknown {
    if (kind === "Service") {
      return {
        spec: {
          type: this.one(["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"]),
          ...(this.chance(0.3) && { allocateLoadBalancerNodePorts: this.chance(0.5) }),
          ports: this.many(3, () => ({
            port: 80,
            ...(this.chance(0.5) && { nodePort: this.one([0, 30000]) }),
          })),
        },
      };
    }
    if (kind === "PersistentVolumeClaim") {
      return {
        metadata: {
          ...(this.chance(0.3) && {
            annotations: { "volume.beta.kubernetes.io/storage-class": this.one(["fast", ""]) },
          }),
        },
        spec: {
          ...(this.chance(0.6) && { storageClassName: this.one(["fast", "slow", ""]) }),
          ...(this.chance(0.8) && { resources: { requests: { storage: this.#amount() } } }),
        },
        ...(this.chance(0.4) && {
          status: {
            ...(this.chance(0.5) && { allocatedResources: { storage: this.#amount() } }),
            ...(this.chance(0.5) && { capacity: { storage: this.#amount() } }),
          },
        }),
      };
    }
    return this.#countedPod();
  }

  #countedPod(): unknown {
    const names = ["cpu", "memory", "ephemeral-storage", "hugepages-2Mi", "example.com/gpu"];
    const list = (of: number) =>
      this.chance(of)
        ? Object.fromEntries(this.many(3, () => [this.one(names), this.#amount()]))
        : undefined;
    const resources = () => ({ requests: list(0.6), limits: list(0.5) });
    const container = (name: string) => ({
      name,
      ...(this.chance(0.7) && { resources: resources() }),
      ...(name !== "c" && this.chance(0.4) && { restartPolicy: "Always" }),
    });
    const term = () => ({
      topologyKey: "zone",
      ...(this.chance(0.3) && { namespaces: this.chance(0.5) ? ["other"] : [] }),
      ...(this.chance(0.3) && { namespaceSelector: {} }),
    });
    const affinity = () => ({
      ...(this.chance(0.5) && { requiredDuringSchedulingIgnoredDuringExecution: [term()] }),
      ...(this.chance(0.5) && {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term() }],
      }),
    });
    return {
      metadata: {
        name: "pod",
        ...(this.chance(0.2) && {
          deletionTimestamp: this.one(["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"]),
          deletionGracePeriodSeconds: 30,
        }),
      },
      spec: {
        containers: this.many(2, () => container("c")),
        ...(this.chance(0.4) && { initContainers: this.many(2, () => container("init")) }),
        ...(this.chance(0.2) && { overhead: { cpu: "100m", memory: "64Mi" } }),
        ...(this.chance(0.2) && { resources: resources() }),
        ...(this.chance(0.3) && { activeDeadlineSeconds: this.one([0, 60]) }),
        ...(this.chance(0.4) && { priorityClassName: this.one(["high", "low", ""]) }),
        ...(this.chance(0.4) && {
          affinity: {
            ...(this.chance(0.5) && { podAffinity: affinity() }),
            ...(this.chance(0.5) && { podAntiAffinity: affinity() }),
          },
        }),
      },
      ...(this.chance(0.3) && {
        status: {
          phase: this.one(["Pending", "Running", "Succeeded", "Failed"]),
          ...(this.chance(0.3) && { qosClass: this.one(["BestEffort", "Burstable", ""]) }),
        },
      }),
    };
  }

  /** A condition of a quota. */
  scope(): unknown {
    const scopeName = this.one([
      ...["Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "PriorityClass"],
      ...["CrossNamespacePodAffinity", "PriorityClass"],
    ]);
    const operator = scopeName === "PriorityClass"
      ? this.one(["In", "NotIn", "Exists", "DoesNotExist"])
      : "Exists";
    const values = this.many(2, () => this.one(["high", "low"]));
    return { scopeName, operator, ...(operator.endsWith("In") && { values }) };
  }

  /** Names that a quota may have. */
  quotaNames(): string[] {
    return this.many(
      3,
      () =>
        this.one([
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
    return this.one(["0", "100m", "0.5", "1", "1500m", "2", "1Gi", "64Mi", "1e3", "3"]);
  }
}
