import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { Pod } from "../../../toolkit/api/core_v1.ts";
import { DIALECTS, NAMES } from "../../../toolkit/names.ts";
import { podAnnotationKeys } from "../../kinds/pod/annotations.ts";
import { withDefaults } from "./defaults.ts";
import { type Policy, readPolicy } from "./policy.ts";
import { violations } from "./violations.ts";

const ANY = { rule: "RunAsAny" };
/** Allows what can be allowed without naming it. */
const OPEN = {
  seLinux: ANY,
  runAsUser: ANY,
  fsGroup: ANY,
  supplementalGroups: ANY,
  volumes: ["*"],
};
const names = NAMES.kubernetes;
const keys = podAnnotationKeys(names);
const RANGES = [{ min: 10, max: 20 }, { min: 30, max: 30 }];

function policyOf(spec: object, annotations: Record<string, string> = {}): Policy {
  const policy = readPolicy(
    {
      metadata: { name: "p", annotations },
      spec: { allowPrivilegeEscalation: true, ...OPEN, ...spec } as never,
    },
    names,
  );
  if ("why" in policy) throw new Error(policy.why);
  return policy;
}

function podOf(spec: object, annotations: Record<string, string> = {}): Pod {
  return { metadata: { name: "p", annotations }, spec: { containers: [], ...spec } };
}

const one = (securityContext: object) => ({
  containers: [{ name: "c", image: "i", securityContext }],
});
const AT = "spec.containers[0].securityContext";

/** What a policy says of a pod as it is. */
const judged = (policy: Policy, pod: Pod) => violations(pod, policy, names).map(String);

/** Policies; and pods with what is wrong with each. */
const TABLE: Readonly<
  Record<
    string,
    readonly [
      policy: object,
      pods: readonly (readonly [pod: object, ...errors: string[]])[],
    ]
  >
> = {
  "users from ranges": [{ runAsUser: { rule: "MustRunAs", ranges: RANGES } }, [
    [one({ runAsUser: 10 })],
    [one({ runAsUser: 30n })],
    [{ ...one({}), securityContext: { runAsUser: 20 } }],
    [one({}), `${AT}.runAsUser: Required value`],
    [
      { ...one({ runAsUser: 0 }), securityContext: { runAsUser: 20 } },
      `${AT}.runAsUser: Invalid value: 0: must be in the ranges: [{10 20} {30 30}]`,
    ],
    [
      one({ runAsUser: 2n ** 60n }),
      `${AT}.runAsUser: Invalid value: 1152921504606846976: ` +
      "must be in the ranges: [{10 20} {30 30}]",
    ],
  ]],
  "no root": [{ runAsUser: { rule: "MustRunAsNonRoot" } }, [
    [one({ runAsNonRoot: true })],
    [one({ runAsUser: 1 })],
    [one({}), `${AT}.runAsNonRoot: Required value: must be true`],
    [
      one({ runAsNonRoot: false, runAsUser: 1 }),
      `${AT}.runAsNonRoot: Invalid value: false: must be true`,
    ],
    [
      one({ runAsNonRoot: true, runAsUser: 0 }),
      `${AT}.runAsUser: Invalid value: 0: running with the root UID is forbidden`,
    ],
  ]],
  "groups": [{
    runAsGroup: { rule: "MayRunAs", ranges: RANGES },
    fsGroup: { rule: "MustRunAs", ranges: RANGES },
    supplementalGroups: { rule: "MayRunAs", ranges: RANGES },
  }, [
    [{ ...one({}), securityContext: { fsGroup: 15, supplementalGroups: [10, 30] } }],
    [
      { ...one({ runAsGroup: 5 }), securityContext: { supplementalGroups: [5, 10] } },
      "spec.securityContext.fsGroup: Invalid value: []: unable to validate empty groups against required ranges",
      "spec.securityContext.supplementalGroups: Invalid value: [5,10]: group 5 must be in the ranges: [{10 20} {30 30}]",
      `${AT}: Invalid value: [5]: group 5 must be in the ranges: [{10 20} {30 30}]`,
    ],
  ]],
  "SELinux": [
    { seLinux: { rule: "MustRunAs", seLinuxOptions: { level: "s0:c6,c0", user: "u" } } },
    [
      [{ ...one({}), securityContext: { seLinuxOptions: { level: "s0:c0,c6", user: "u" } } }],
      [
        one({ seLinuxOptions: { level: "s0:c0,c6", user: "u" } }),
        "spec.securityContext.seLinuxOptions: Required value",
      ],
      [
        {
          ...one({ seLinuxOptions: { level: "s0:c0", user: "x", type: "t", role: "r" } }),
          securityContext: { seLinuxOptions: { level: "s0:c6,c0", user: "u" } },
        },
        `${AT}.seLinuxOptions.level: Invalid value: "s0:c0": must be s0:c6,c0`,
        `${AT}.seLinuxOptions.role: Invalid value: "r": must be `,
        `${AT}.seLinuxOptions.type: Invalid value: "t": must be `,
        `${AT}.seLinuxOptions.user: Invalid value: "x": must be u`,
      ],
    ],
  ],
  "what the node has": [{ hostPID: true, hostPorts: [{ min: 1, max: 2 }, { min: 9, max: 9 }] }, [
    [{
      hostPID: true,
      containers: [{ name: "c", ports: [{ hostPort: 2 }, { containerPort: 5 }] }],
    }],
    [
      { hostNetwork: true, hostIPC: true, containers: [{ name: "c", ports: [{ hostPort: 3 }] }] },
      "spec.securityContext.hostNetwork: Invalid value: true: Host network is not allowed to be used",
      "spec.securityContext.hostIPC: Invalid value: true: Host IPC is not allowed to be used",
      "spec.containers[0].hostPort: Invalid value: 3: Host port 3 is not allowed to be used. Allowed ports: [1-2,9]",
    ],
  ]],
  "sysctls": [{ allowedUnsafeSysctls: ["a.*", "b"], forbiddenSysctls: ["a.x", "kernel.*"] }, [
    [{
      securityContext: {
        sysctls: [{ name: "a.y" }, { name: "b" }, { name: "net.ipv4.tcp_syncookies" }],
      },
    }],
    [
      {
        securityContext: {
          sysctls: [{ name: "a.x" }, { name: "kernel.shm_rmid_forced" }, { name: "c" }],
        },
      },
      'pod.spec.securityContext.sysctls[0]: Forbidden: sysctl "a.x" is not allowed',
      'pod.spec.securityContext.sysctls[1]: Forbidden: sysctl "kernel.shm_rmid_forced" is not allowed',
      'pod.spec.securityContext.sysctls[2]: Forbidden: unsafe sysctl "c" is not allowed',
    ],
  ]],
  "volumes": [{ volumes: ["secret", "cephFS"] }, [
    [{ volumes: [{ name: "a", secret: {} }, { name: "b", cephfs: {} }] }],
    [{
      volumes: [{
        name: "token",
        projected: {
          sources: [
            { serviceAccountToken: { path: "token" } },
            { configMap: { name: "kube-root-ca.crt" } },
            {
              downwardAPI: {
                items: [{
                  path: "namespace",
                  fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" },
                }],
              },
            },
          ],
        },
      }],
    }],
    ...[
      { serviceAccountToken: { path: "token", audience: "x" } },
      { serviceAccountToken: { path: "other" } },
      { configMap: { name: "other" } },
      { secret: { name: "s" } },
      { clusterTrustBundle: { path: "p" } },
      { downwardAPI: { items: [{ path: "namespace", resourceFieldRef: {} }] } },
    ].map((source) =>
      [
        { volumes: [{ name: "v", projected: { sources: [source] } }] },
        'spec.volumes[0]: Invalid value: "projected": projected volumes are not allowed to be used',
      ] as const
    ),
    [
      { volumes: [{ name: "a", emptyDir: {} }, { name: "b" }] },
      'spec.volumes[0]: Invalid value: "emptyDir": emptyDir volumes are not allowed to be used',
      'spec.volumes[1]: Invalid value: "":  volumes are not allowed to be used',
    ],
  ]],
  "folders of the node": [
    { allowedHostPaths: [{ pathPrefix: "/foo/" }, { pathPrefix: "/log", readOnly: true }] },
    [
      [{
        volumes: ["/foo", "/foo/", "/foo/bar"].map((path) => ({ name: "v", hostPath: { path } })),
      }],
      [
        { volumes: [{ name: "v", hostPath: { path: "/" } }] },
        'spec.volumes[0].hostPath.pathPrefix: Invalid value: "/": is not allowed to be used',
      ],
      [
        { volumes: [{ name: "v", hostPath: { path: "/foobar" } }] },
        'spec.volumes[0].hostPath.pathPrefix: Invalid value: "/foobar": is not allowed to be used',
      ],
      [
        {
          volumes: [{ name: "v", hostPath: { path: "/log/x" } }],
          containers: [{ name: "c", volumeMounts: [{ name: "v", readOnly: true }, { name: "w" }] }],
          initContainers: [{ name: "i", volumeMounts: [{ name: "v" }] }],
        },
        "spec.initContainers[0].volumeMounts[0].readOnly: Invalid value: false: must be read-only",
      ],
    ],
  ],
  "folders of the node, one in another": [
    { allowedHostPaths: [{ pathPrefix: "/log", readOnly: true }, { pathPrefix: "/log/own" }] },
    [[{
      volumes: [{ name: "v", hostPath: { path: "/log/own/x" } }],
      containers: [{ name: "c", volumeMounts: [{ name: "v" }] }],
    }]],
  ],
  "the root folder of the node": [{ allowedHostPaths: [{ pathPrefix: "/" }] }, [
    [{
      volumes: [{ name: "v", hostPath: { path: "/" } }, { name: "w", hostPath: { path: "/x" } }],
    }],
  ]],
  "drivers": [{ allowedFlexVolumes: [{ driver: "a" }], allowedCSIDrivers: [{ name: "b" }] }, [
    [{
      volumes: [{ name: "v", flexVolume: { driver: "a" } }, { name: "w", csi: { driver: "b" } }],
    }],
    [
      {
        volumes: [{ name: "v", flexVolume: { driver: "b" } }, { name: "w", csi: { driver: "a" } }],
      },
      'spec.volumes[0].driver: Invalid value: "b": Flexvolume driver is not allowed to be used',
      'spec.volumes[1].csi.driver: Invalid value: "a": Inline CSI driver is not allowed to be used',
    ],
  ]],
  "runtime classes": [{ runtimeClass: { allowedRuntimeClassNames: ["a"] } }, [
    [{}],
    [{ runtimeClassName: "a" }],
    [{ runtimeClassName: "b" }, 'spec.runtimeClassName: Invalid value: "b"'],
  ]],
  "capabilities": [
    {
      allowedCapabilities: ["A"],
      defaultAddCapabilities: ["B"],
      requiredDropCapabilities: ["D"],
    },
    [
      [one({ capabilities: { add: ["A", "B"], drop: ["D", "E"] } })],
      [
        one({}),
        `${AT}.capabilities: Invalid value: null: required capabilities are not set on the securityContext`,
      ],
      [
        one({ capabilities: { add: ["C"], drop: ["E"] } }),
        `${AT}.capabilities.add: Invalid value: "C": capability may not be added`,
        `${AT}.capabilities.drop: Invalid value: ["E"]: D is required to be dropped but was not found`,
      ],
    ],
  ],
  "all capabilities": [{ allowedCapabilities: ["*"] }, [[one({ capabilities: { add: ["X"] } })]]],
  "privileges": [{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true }, [
    [one({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, privileged: false })],
    [
      one({ privileged: true, procMount: "Unmasked" }),
      `${AT}.privileged: Invalid value: true: Privileged containers are not allowed`,
      `${AT}.procMount: Invalid value: "Unmasked": ProcMountType is not allowed`,
      `${AT}.readOnlyRootFilesystem: Invalid value: null: ReadOnlyRootFilesystem may not be nil and must be set to true`,
      `${AT}.allowPrivilegeEscalation: Invalid value: null: Allowing privilege escalation for containers is not allowed`,
    ],
    [
      {
        initContainers:
          one({ allowPrivilegeEscalation: true, readOnlyRootFilesystem: false }).containers,
      },
      "spec.initContainers[0].securityContext.readOnlyRootFilesystem: Invalid value: false: ReadOnlyRootFilesystem must be set to true",
      "spec.initContainers[0].securityContext.allowPrivilegeEscalation: Invalid value: true: Allowing privilege escalation for containers is not allowed",
    ],
  ]],
  "what is dangerous, where it is allowed": [
    { privileged: true, allowedProcMountTypes: ["Unmasked", "Default"], hostNetwork: true },
    [[{ ...one({ privileged: true, procMount: "Unmasked" }), hostNetwork: true }], [one({})]],
  ],
  "debugging": [{}, [[
    { ephemeralContainers: one({ privileged: true }).containers },
    "spec.ephemeralContainers[0].securityContext.privileged: Invalid value: true: Privileged containers are not allowed",
  ]]],
};

for (const [what, [spec, pods]] of Object.entries(TABLE)) {
  Deno.test(`violations() finds what is beyond a policy of ${what}`, () => {
    const policy = policyOf(spec);
    for (const [pod, ...errors] of pods) {
      assertEquals(
        judged(policy, podOf(pod)),
        errors,
        JSON.stringify(pod, (_, value) => typeof value === "bigint" ? String(value) : value),
      );
    }
  });
}

const SECCOMP = "seccomp.security.alpha.kubernetes.io/";
const APP_ARMOR = "apparmor.security.beta.kubernetes.io/";

Deno.test("violations() takes profiles from fields, and seccomp from nowhere else", () => {
  const seccomp = (type: string, localhostProfile?: string) => ({
    ...one({}),
    securityContext: { seccompProfile: { type, ...(localhostProfile && { localhostProfile }) } },
  });
  const NO_SECCOMP = [
    `pod.metadata.annotations[${SECCOMP}pod]: Forbidden: seccomp may not be set`,
    `pod.metadata.annotations[container.${SECCOMP}c]: Forbidden: seccomp may not be set`,
  ];
  assertEquals(judged(policyOf({}), podOf(one({}))), []);
  assertEquals(judged(policyOf({}), podOf(seccomp("RuntimeDefault"))), NO_SECCOMP);
  const any = policyOf({}, { [`${SECCOMP}allowedProfileNames`]: "*" });
  for (const pod of [one({}), seccomp("Unconfined")]) assertEquals(judged(any, podOf(pod)), []);
  const some = policyOf({}, { [`${SECCOMP}allowedProfileNames`]: "docker/default,localhost/a" });
  assertEquals(judged(some, podOf(seccomp("RuntimeDefault"))), []);
  assertEquals(judged(some, podOf(seccomp("Localhost", "a"))), []);
  const refused = (name: string) =>
    [`${SECCOMP}pod`, `container.${SECCOMP}c`].map((key) =>
      `pod.metadata.annotations[${key}]: Forbidden: ${name} is not an allowed seccomp profile. ` +
      "Valid values are docker/default,localhost/a"
    );
  assertEquals(judged(some, podOf(seccomp("Localhost", "b"))), refused("localhost/b"));
  assertEquals(judged(some, podOf(seccomp("Unconfined"))), refused("unconfined"));
  // An annotation that no agent reads is as good as none.
  assertEquals(
    judged(some, podOf(one({}), { [`${SECCOMP}pod`]: "docker/default" })),
    refused(""),
  );
});

Deno.test("violations() takes AppArmor profiles from fields, and from annotations that become such", () => {
  const some = policyOf({}, { [`${APP_ARMOR}allowedProfileNames`]: "runtime/default" });
  const key = `container.${APP_ARMOR}c`;
  const at = `pod.metadata.annotations[${key}]: Forbidden: `;
  const refused = 'unconfined is not an allowed profile. Allowed values: "runtime/default"';
  const type = (type: string) => ({ appArmorProfile: { type } });
  for (
    const [pod, error] of [
      [podOf(one(type("RuntimeDefault")))],
      [podOf({ ...one({}), securityContext: type("RuntimeDefault") })],
      [podOf(one({}), { [key]: "runtime/default" })],
      [podOf(one({})), "AppArmor profile must be set"],
      [podOf(one({}), { [key]: "unconfined" }), refused],
      [podOf(one(type("Unconfined")), { [key]: "runtime/default" }), refused],
      [podOf({ ...one(type("Unconfined")), securityContext: type("RuntimeDefault") }), refused],
    ] as const
  ) assertEquals(judged(some, pod), error === undefined ? [] : [`${at}${error}`]);
  assertEquals(judged(policyOf({}), podOf(one(type("Unconfined")))), []);
});

/** Policies; and what pods become by them. */
const FILLED: readonly (readonly [policy: object, pod: object, filled: object])[] = [
  [{}, one({}), one({})],
  [
    { runAsUser: { rule: "MustRunAs", ranges: RANGES } },
    { ...one({ privileged: false }), initContainers: one({ runAsUser: 5 }).containers },
    {
      ...one({ privileged: false, runAsUser: 10 }),
      initContainers: one({ runAsUser: 5 }).containers,
    },
  ],
  [
    { runAsUser: { rule: "MustRunAs", ranges: RANGES } },
    { ...one({}), securityContext: { runAsUser: 7 } },
    { ...one({}), securityContext: { runAsUser: 7 } },
  ],
  [{ runAsUser: { rule: "MustRunAsNonRoot" } }, one({}), one({ runAsNonRoot: true })],
  [{ runAsUser: { rule: "MustRunAsNonRoot" } }, one({ runAsUser: 0 }), one({ runAsUser: 0 })],
  [
    {
      runAsGroup: { rule: "MustRunAs", ranges: RANGES },
      fsGroup: { rule: "MustRunAs", ranges: RANGES },
      supplementalGroups: { rule: "MustRunAs", ranges: RANGES },
      seLinux: { rule: "MustRunAs", seLinuxOptions: { level: "l" } },
    },
    one({}),
    {
      ...one({ runAsGroup: 10 }),
      securityContext: { fsGroup: 10, supplementalGroups: [10], seLinuxOptions: { level: "l" } },
    },
  ],
  [{ fsGroup: { rule: "MayRunAs", ranges: RANGES } }, one({}), one({})],
  [{ readOnlyRootFilesystem: true }, one({}), one({ readOnlyRootFilesystem: true })],
  [{ allowPrivilegeEscalation: false }, one({}), one({ allowPrivilegeEscalation: false })],
  [
    { defaultAllowPrivilegeEscalation: false },
    one({ allowPrivilegeEscalation: true }),
    one({ allowPrivilegeEscalation: true }),
  ],
  [{ defaultAllowPrivilegeEscalation: true }, one({}), one({ allowPrivilegeEscalation: true })],
  [
    { defaultAddCapabilities: ["B", "X"], requiredDropCapabilities: ["D"] },
    one({ capabilities: { add: ["C", "A"], drop: ["X"] } }),
    one({ capabilities: { add: ["A", "B", "C"], drop: ["D", "X"] } }),
  ],
  [
    { defaultAddCapabilities: ["B"] },
    one({ capabilities: { add: ["C", "B"] } }),
    one({ capabilities: { add: ["C", "B"] } }),
  ],
  [
    { runtimeClass: { allowedRuntimeClassNames: ["*"], defaultRuntimeClassName: "r" } },
    one({}),
    { ...one({}), runtimeClassName: "r" },
  ],
];

Deno.test("withDefaults() fills in what a policy has and a pod does not say", () => {
  for (const [spec, before, after] of FILLED) {
    const policy = policyOf(spec);
    const pod = Object.freeze(podOf(Object.freeze(before)));
    const filled = withDefaults(pod, policy, keys);
    assertEquals(filled, podOf(after), JSON.stringify(spec));
    // What changes nothing is the very same pod, and what is filled in once stays.
    assertEquals(filled === pod, JSON.stringify(before) === JSON.stringify(after));
    assertEquals(withDefaults(filled, policy, keys), filled);
  }
});

Deno.test("withDefaults() gives profiles as fields, which agents read", () => {
  const policy = policyOf({}, {
    [`${SECCOMP}defaultProfileName`]: "docker/default",
    [`${APP_ARMOR}defaultProfileName`]: "localhost/x",
  });
  const localhost = { type: "Localhost", localhostProfile: "x" };
  const seccompProfile = { type: "RuntimeDefault" };
  assertEquals(
    withDefaults(podOf(one({})), policy, keys),
    podOf({ ...one({ appArmorProfile: localhost }), securityContext: { seccompProfile } }),
  );
  const own = podOf(
    { ...one({}), securityContext: { seccompProfile: { type: "Unconfined" } } },
    { [`container.${APP_ARMOR}c`]: "runtime/default" },
  );
  assertEquals(withDefaults(own, policy, keys) === own, true);
});

Deno.test("withDefaults() hands out nothing that belongs to the policy", () => {
  const seLinuxOptions = { level: "l" };
  const policy = policyOf({ seLinux: { rule: "MustRunAs", seLinuxOptions } });
  const filled = withDefaults(podOf(one({})), policy, keys);
  filled.spec!.securityContext!.seLinuxOptions!.level = "changed";
  assertEquals(policy.seLinux, { level: "l" });
});

Deno.test("readPolicy() says why a policy can't be used", () => {
  const MUST = { rule: "MustRunAs" };
  for (
    const [spec, annotations, why] of [
      [{ runAsUser: MUST }, {}, "its rule of runAsUser needs a range"],
      [
        { runAsUser: { rule: "MayRunAs", ranges: RANGES } },
        {},
        'its rule of runAsUser is "", which is none',
      ],
      [{ fsGroup: {} }, {}, 'its rule of fsGroup is "", which is none'],
      [
        { supplementalGroups: { rule: "MayRunAs", ranges: [] } },
        {},
        "its rule of supplementalGroups needs a range",
      ],
      [{ runAsGroup: { rule: "x" } }, {}, 'its rule of runAsGroup is "x", which is none'],
      [{ seLinux: MUST }, {}, "its rule of seLinux is none, or has no options"],
      [{}, { [`${SECCOMP}defaultProfileName`]: "*" }, 'its default profile "*" is none'],
    ] as const
  ) {
    const found = readPolicy({
      metadata: { name: "p", annotations: annotations as Record<string, string> },
      spec: { ...OPEN, ...spec } as never,
    }, names);
    assertEquals(found, { name: "p", why });
  }
});

Deno.test("readPolicy() reads the annotations of each dialect", () => {
  for (const dialect of DIALECTS) {
    const { domain } = NAMES[dialect];
    const annotations = { [`apparmor.security.beta.${domain}/allowedProfileNames`]: "a,b" };
    const found = readPolicy(
      { metadata: { name: "p", annotations }, spec: OPEN as never },
      NAMES[dialect],
    );
    assertEquals("why" in found || [...found.appArmor.allowed ?? []], ["a", "b"]);
  }
});
