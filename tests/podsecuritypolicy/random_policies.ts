/**
 * Policies and pods by chance, of few values each, so that they often meet.
 *
 * @module
 */

// deno-lint-ignore no-explicit-any -- objects of every shape.
type Any = any;

const CAPABILITIES = ["A", "B", "C", "D", "NET_RAW"];
const IDS = [0, 1, 5, 12, 99];
const PATHS = ["/", "/foo", "/foo/", "/foo/bar", "/foobar", "/log/x"];
const SECCOMP = "seccomp.security.alpha.kubernetes.io/";
const APP_ARMOR = "apparmor.security.beta.kubernetes.io/";
const NAMESPACE = { apiVersion: "v1", fieldPath: "metadata.namespace" };
const TOKEN = { path: "token", expirationSeconds: 600 };

/** Sources of projected volumes. */
const SOURCES = [
  { serviceAccountToken: TOKEN },
  { serviceAccountToken: { ...TOKEN, audience: "z" } },
  { secret: { name: "x" } },
  { configMap: { name: "kube-root-ca.crt" } },
  { downwardAPI: { items: [{ path: "namespace", fieldRef: NAMESPACE }] } },
];

/** Makes them. The same numbers make the same ones. */
export class RandomPolicies {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  policy(): Any {
    const drop = this.#some(CAPABILITIES, 0.2);
    const others = CAPABILITIES.filter((one) => !drop.includes(one));
    const escalates = this.#is(0.6);
    const names = ["runtime/default", "localhost/a"];
    const driver = ["d", "e"];
    return {
      metadata: {
        name: "p",
        annotations: this.#maybe({
          [`${SECCOMP}allowedProfileNames`]: [
            0.5,
            () =>
              this.#one(["*", "runtime/default", "docker/default,localhost/a", "localhost/a", ""]),
          ],
          [`${SECCOMP}defaultProfileName`]: [0.2, () => this.#one(names)],
          [`${APP_ARMOR}allowedProfileNames`]: [0.3, () => this.#one([...names, names.join()])],
          [`${APP_ARMOR}defaultProfileName`]: [0.2, () => this.#one(names)],
        }),
      },
      spec: {
        requiredDropCapabilities: drop,
        allowedCapabilities: drop.length === 0 && this.#is(0.3) ? ["*"] : this.#some(others),
        volumes: this.#one([
          ["*"],
          this.#some([
            "secret",
            "emptyDir",
            "hostPath",
            "projected",
            "csi",
            "flexVolume",
            "cephFS",
          ]),
        ]),
        seLinux: this.#is(0.6) ? { rule: "RunAsAny" } : {
          rule: "MustRunAs",
          ...this.#maybe({ seLinuxOptions: [0.95, () => this.#seLinux()] }),
        },
        runAsUser: this.#one([this.#rule(["MustRunAs"]), { rule: "MustRunAsNonRoot" }]),
        fsGroup: this.#rule(["MustRunAs", "MayRunAs"]),
        supplementalGroups: this.#rule(["MustRunAs", "MayRunAs"]),
        allowPrivilegeEscalation: escalates,
        ...this.#maybe({
          runAsGroup: [0.5, () => this.#rule(["MustRunAs", "MayRunAs"])],
          privileged: [0.5, () => true],
          hostNetwork: [0.5, () => true],
          hostPID: [0.5, () => true],
          hostIPC: [0.5, () => true],
          hostPorts: [0.5, () => this.#some([{ min: 1, max: 10 }, { min: 80, max: 80 }])],
          defaultAddCapabilities: [0.3, () => this.#some(others)],
          readOnlyRootFilesystem: [0.3, () => true],
          defaultAllowPrivilegeEscalation: [0.3, () => escalates && this.#is(0.5)],
          allowedHostPaths: [
            0.5,
            () => this.#some(PATHS).map((pathPrefix) => ({ pathPrefix, readOnly: this.#is(0.4) })),
          ],
          allowedFlexVolumes: [0.3, () => this.#some(driver).map((driver) => ({ driver }))],
          allowedCSIDrivers: [0.3, () => this.#some(driver).map((name) => ({ name }))],
          allowedUnsafeSysctls: [0.5, () => this.#some(["a.*", "b", "*"])],
          forbiddenSysctls: [0.3, () => this.#some(["a.x", "kernel.*"])],
          allowedProcMountTypes: [0.3, () => this.#some(["Default", "Unmasked"])],
          runtimeClass: [0.3, () => ({
            allowedRuntimeClassNames: this.#one([["*"], ["r"], ["r", "q"], []]),
            ...this.#maybe({ defaultRuntimeClassName: [0.5, () => "r"] }),
          })],
        }),
      },
    };
  }

  pod(): Any {
    const profiles = ["runtime/default", "localhost/a", "unconfined"];
    return {
      metadata: {
        name: "p",
        annotations: this.#maybe({
          [`container.${APP_ARMOR}c`]: [0.3, () => this.#one(profiles)],
        }),
      },
      spec: {
        containers: [this.#container("c"), ...this.#is(0.3) ? [this.#container("d")] : []],
        securityContext: this.#maybe({
          ...this.#identity(),
          fsGroup: [0.3, () => this.#one(IDS)],
          supplementalGroups: [0.3, () => [this.#one(IDS), this.#one(IDS)]],
          sysctls: [0.2, () =>
            this.#some(["a.x", "a.y", "b", "c", "kernel.shm_rmid_forced"])
              .map((name) => ({ name, value: "1" }))],
        }),
        ...this.#maybe({
          initContainers: [0.3, () => [this.#container("i")]],
          ephemeralContainers: [0.1, () => [this.#container("e")]],
          hostNetwork: [0.1, () => true],
          hostPID: [0.1, () => true],
          hostIPC: [0.1, () => true],
          runtimeClassName: [0.2, () => this.#one(["r", "q", "z"])],
          volumes: [0.4, () => ["v0", "v1"].map((name) => ({ name, ...this.#volume() }))],
        }),
      },
    };
  }

  #container(name: string): Any {
    const mounts = ["v0", "v1"];
    return {
      name,
      image: "i",
      ...this.#maybe({
        securityContext: [0.7, () =>
          this.#maybe({
            ...this.#identity(),
            privileged: [0.1, () => this.#is(0.5)],
            readOnlyRootFilesystem: [0.3, () => this.#is(0.6)],
            allowPrivilegeEscalation: [0.3, () => this.#is(0.4)],
            procMount: [0.1, () => this.#one(["Default", "Unmasked"])],
            capabilities: [0.2, () => ({
              add: this.#some(CAPABILITIES, 0.2),
              drop: this.#some(CAPABILITIES),
            })],
          })],
        ports: [0.1, () => [{ containerPort: 1, hostPort: this.#one([5, 80, 8080]) }]],
        volumeMounts: [
          0.3,
          () => mounts.map((name) => ({ name, mountPath: "/m", readOnly: this.#is(0.5) })),
        ],
      }),
    };
  }

  #identity(): Choices {
    return {
      runAsUser: [0.2, () => this.#one(IDS)],
      runAsGroup: [0.2, () => this.#one(IDS)],
      runAsNonRoot: [0.2, () => this.#is(0.7)],
      seLinuxOptions: [0.1, () => this.#seLinux()],
      seccompProfile: [0.2, () =>
        this.#one([
          { type: "RuntimeDefault" },
          { type: "Unconfined" },
          { type: "Localhost", localhostProfile: this.#one(["a", "b"]) },
        ])],
    };
  }

  #volume(): Any {
    return this.#one([
      { secret: { secretName: "s" } },
      { emptyDir: {} },
      { hostPath: { path: this.#one(PATHS) } },
      { projected: { sources: [this.#one<Any>(SOURCES), this.#one<Any>(SOURCES)] } },
      { csi: { driver: this.#one(["d", "x"]) } },
      { flexVolume: { driver: this.#one(["d", "x"]) } },
      { cephfs: { monitors: ["m"] } },
    ] as Any[]);
  }

  #rule(rules: readonly string[]): Any {
    const rule = this.#one(["RunAsAny", ...rules]);
    if (rule === "RunAsAny") return { rule };
    const ranges = [this.#one(IDS), this.#one(IDS)].map((min) => ({ min, max: min + 10 }));
    return { rule, ranges: this.#is(0.95) ? ranges : [] };
  }

  #seLinux(): Any {
    return this.#maybe({
      level: [0.8, () => this.#one(["s0", "s0:c1,c2", "s0:c2,c1", "s1:c1"])],
      user: [0.3, () => this.#one(["u", "v"])],
      type: [0.2, () => "t"],
      role: [0.2, () => "r"],
    });
  }

  #is(chance: number): boolean {
    return this.#random() < chance;
  }

  #one<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)]!;
  }

  #some<T>(values: readonly T[], chance = 0.5): T[] {
    return values.filter(() => this.#is(chance));
  }

  #maybe(choices: Choices): Any {
    return Object.fromEntries(
      Object.entries(choices).filter(([, [chance]]) => this.#is(chance))
        .map(([name, [, make]]) => [name, make()]),
    );
  }
}

/** Fields, how likely each is, and what makes its value. */
type Choices = Readonly<Record<string, readonly [chance: number, make: () => unknown]>>;
