import { assert, assertEquals } from "../../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../../toolkit/names.ts";
import { parsePolicyVersion } from "../level.ts";
import { checkedPod } from "./check.ts";
import { ALL_CHECKS, checksAt } from "./standards.ts";

/** A pod, and what is said of it at versions: a detail, or undefined where it passes. */
interface Row {
  readonly spec?: object;
  readonly annotations?: Record<string, string>;
  readonly at: readonly (readonly [minor: number, detail: string | undefined])[];
}

const all = (detail: string | undefined): Row["at"] => [[0, detail], [36, detail], [99, detail]];
const one = (securityContext: object) => ({ containers: [{ name: "a", securityContext }] });
/** In each list of containers. */
const three = (securityContext: object) => ({
  containers: [{ name: "a", securityContext }],
  initContainers: [{ name: "b", securityContext }],
  ephemeralContainers: [{ name: "c", securityContext }],
});
const podWide = (securityContext: object) => ({ containers: [{ name: "a" }], securityContext });
const probed = (more: object) => ({ containers: [{ name: "a", ...more }] });
const DEFAULT_CAPABILITIES = [
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
];
const WINDOWS = { os: { name: "windows" } };
const OWN_USERS = { hostUsers: false };

/** By check: what it says when it says something, and pods. */
const TABLE: Readonly<Record<string, { readonly reason: string; readonly rows: readonly Row[] }>> =
  {
    allowPrivilegeEscalation: {
      reason: "allowPrivilegeEscalation != false",
      rows: [
        { spec: one({ allowPrivilegeEscalation: false }), at: [[8, undefined], [36, undefined]] },
        {
          spec: one({ allowPrivilegeEscalation: true }),
          at: [
            [7, undefined],
            [8, 'container "a" must set securityContext.allowPrivilegeEscalation=false'],
            [36, 'container "a" must set securityContext.allowPrivilegeEscalation=false'],
          ],
        },
        {
          spec: three({}),
          at: [[
            36,
            'containers "b", "a", "c" must set securityContext.allowPrivilegeEscalation=false',
          ]],
        },
        {
          spec: { ...one({}), ...WINDOWS },
          at: [
            [24, 'container "a" must set securityContext.allowPrivilegeEscalation=false'],
            [25, undefined],
          ],
        },
      ],
    },
    appArmorProfile: {
      reason: "forbidden AppArmor profile",
      rows: [
        { spec: three({ appArmorProfile: { type: "RuntimeDefault" } }), at: all(undefined) },
        { spec: podWide({ appArmorProfile: { type: "Localhost" } }), at: all(undefined) },
        {
          annotations: {
            "container.apparmor.security.beta.kubernetes.io/a": "localhost/x",
            "container.apparmor.security.beta.kubernetes.io/b": "runtime/default",
            "container.apparmor.security.beta.kubernetes.io/c": "",
          },
          at: all(undefined),
        },
        {
          spec: podWide({ appArmorProfile: { type: "Unconfined" } }),
          at: all('pod must not set AppArmor profile type to "Unconfined"'),
        },
        {
          annotations: { "container.apparmor.security.beta.kubernetes.io/a": "unconfined" },
          at: all(
            "annotation must not set AppArmor profile type to " +
              '"container.apparmor.security.beta.kubernetes.io/a="unconfined""',
          ),
        },
      ],
    },
    capabilities_baseline: {
      reason: "non-default capabilities",
      rows: [
        { spec: one({ capabilities: { add: DEFAULT_CAPABILITIES } }), at: [[0, undefined]] },
        {
          spec: three({ capabilities: { add: ["NET_RAW", "chown", "CHOWN"] } }),
          at: [[
            0,
            'containers "b", "a", "c" must not include "NET_RAW", "chown" in ' +
            "securityContext.capabilities.add",
          ], [
            21,
            'containers "b", "a", "c" must not include "NET_RAW", "chown" in ' +
            "securityContext.capabilities.add",
          ]],
        },
      ],
    },
    capabilities_restricted: {
      reason: "unrestricted capabilities",
      rows: [
        {
          spec: one({ capabilities: { drop: ["x", "ALL"], add: ["NET_BIND_SERVICE"] } }),
          at: [[22, undefined], [36, undefined]],
        },
        {
          spec: one({ capabilities: { drop: ["all"], add: ["CHOWN"] } }),
          at: [
            [21, undefined],
            [
              22,
              'container "a" must set securityContext.capabilities.drop=["ALL"]; container "a" must ' +
              'not include "CHOWN" in securityContext.capabilities.add',
            ],
          ],
        },
        {
          spec: { ...one({}), ...WINDOWS },
          at: [
            [24, 'container "a" must set securityContext.capabilities.drop=["ALL"]'],
            [25, undefined],
          ],
        },
        {
          spec: three({ capabilities: {} }),
          at: [[25, 'containers "b", "a", "c" must set securityContext.capabilities.drop=["ALL"]']],
        },
      ],
    },
    hostNamespaces: {
      reason: "host namespaces",
      rows: [
        { spec: { hostNetwork: false, hostPID: false, hostIPC: false }, at: all(undefined) },
        { spec: { hostPID: true }, at: all("hostPID=true") },
        {
          spec: { hostIPC: true, hostPID: true, hostNetwork: true },
          at: all("hostNetwork=true, hostPID=true, hostIPC=true"),
        },
      ],
    },
    hostPathVolumes: {
      reason: "hostPath volumes",
      rows: [
        { spec: { volumes: [{ name: "v", emptyDir: {} }] }, at: [[0, undefined]] },
        {
          spec: { volumes: [{ name: "v", hostPath: {} }, { name: "w", hostPath: { path: "/" } }] },
          at: [[0, 'volumes "v", "w"'], [36, 'volumes "v", "w"']],
        },
      ],
    },
    hostPorts: {
      reason: "hostPort",
      rows: [
        { spec: probed({ ports: [{ containerPort: 1 }, { hostPort: 0 }] }), at: all(undefined) },
        {
          spec: probed({ ports: [{ hostPort: 9 }, { hostPort: 10 }, { hostPort: 9 }] }),
          at: all('container "a" uses hostPorts 10, 9'),
        },
      ],
    },
    hostProbesAndHostLifecycle: {
      reason: "probe or lifecycle host",
      rows: [
        {
          spec: probed({ livenessProbe: { httpGet: { host: "" } }, lifecycle: { preStop: {} } }),
          at: [[34, undefined]],
        },
        ...["livenessProbe", "readinessProbe", "startupProbe"].map((probe) => ({
          spec: probed({ [probe]: { tcpSocket: { host: "h" } } }),
          at: [
            [33, undefined],
            [34, 'container "a" uses probe or lifecycle host "h"'],
          ] as const,
        })),
        {
          spec: {
            containers: [
              { name: "b", lifecycle: { postStart: { httpGet: { host: "x" } } } },
              { name: "a", lifecycle: { preStop: { tcpSocket: { host: "h" } } } },
            ],
          },
          at: [[36, 'containers "a", "b" use probe or lifecycle hosts "h", "x"']],
        },
      ],
    },
    privileged: {
      reason: "privileged",
      rows: [
        { spec: three({ privileged: false }), at: all(undefined) },
        {
          spec: three({ privileged: true }),
          at: all('containers "b", "a", "c" must not set securityContext.privileged=true'),
        },
      ],
    },
    procMount: {
      reason: "procMount",
      rows: [
        { spec: one({ procMount: "Default" }), at: all(undefined) },
        {
          spec: one({ procMount: "Unmasked" }),
          at: all('container "a" must not set securityContext.procMount to "Unmasked"'),
        },
        {
          spec: { ...one({ procMount: "Unmasked" }), ...OWN_USERS },
          at: [
            [34, 'container "a" must not set securityContext.procMount to "Unmasked"'],
            [35, undefined],
          ],
        },
      ],
    },
    procMount_restricted: {
      reason: "procMount",
      rows: [
        { spec: one({ procMount: "Default" }), at: [[35, undefined]] },
        {
          spec: { ...one({ procMount: "Unmasked" }), ...OWN_USERS },
          at: [
            [34, 'container "a" must not set securityContext.procMount to "Unmasked"'],
            [35, 'container "a" must not set securityContext.procMount to "Unmasked"'],
          ],
        },
      ],
    },
    restrictedVolumes: {
      reason: "restricted volume types",
      rows: [
        {
          spec: {
            volumes: [
              "configMap",
              "csi",
              "downwardAPI",
              "emptyDir",
              "ephemeral",
              "image",
              "persistentVolumeClaim",
              "projected",
              "secret",
            ].map((type) => ({ name: type, [type]: {} })),
          },
          at: all(undefined),
        },
        {
          spec: { volumes: [{ name: "v", nfs: {} }] },
          at: all('volume "v" uses restricted volume type "nfs"'),
        },
        {
          spec: { volumes: [{ name: "v", hostPath: {} }, { name: "w" }, { name: "x", rbd: {} }] },
          at: all(
            'volumes "v", "w", "x" use restricted volume types "hostPath", "rbd", "unknown"',
          ),
        },
      ],
    },
    runAsNonRoot: {
      reason: "runAsNonRoot != true",
      rows: [
        { spec: podWide({ runAsNonRoot: true }), at: all(undefined) },
        { spec: three({ runAsNonRoot: true }), at: all(undefined) },
        {
          spec: one({}),
          at: all('pod or container "a" must set securityContext.runAsNonRoot=true'),
        },
        {
          spec: { ...one({ runAsNonRoot: false }), securityContext: { runAsNonRoot: true } },
          at: all('container "a" must not set securityContext.runAsNonRoot=false'),
        },
        {
          spec: { ...one({ runAsNonRoot: true }), securityContext: { runAsNonRoot: false } },
          at: all("pod must not set securityContext.runAsNonRoot=false"),
        },
        {
          spec: { ...one({}), ...OWN_USERS },
          at: [
            [34, 'pod or container "a" must set securityContext.runAsNonRoot=true'],
            [35, undefined],
          ],
        },
      ],
    },
    runAsUser: {
      reason: "runAsUser=0",
      rows: [
        { spec: one({}), at: [[23, undefined], [36, undefined]] },
        { spec: three({ runAsUser: 1 }), at: [[23, undefined]] },
        {
          spec: { ...one({ runAsUser: 0 }), securityContext: { runAsUser: 0 } },
          at: [
            [22, undefined],
            [23, 'pod and container "a" must not set runAsUser=0'],
            [36, 'pod and container "a" must not set runAsUser=0'],
          ],
        },
        {
          spec: { ...one({ runAsUser: 0 }), ...OWN_USERS },
          at: [[34, 'container "a" must not set runAsUser=0'], [35, undefined]],
        },
      ],
    },
    seccompProfile_baseline: {
      reason: "seccompProfile",
      rows: [
        { spec: one({}), at: [[0, undefined], [18, undefined], [19, undefined]] },
        {
          spec: one({ seccompProfile: { type: "Unconfined" } }),
          at: [
            [18, undefined],
            [
              19,
              'container "a" must not set securityContext.seccompProfile.type to "Unconfined"',
            ],
          ],
        },
        {
          annotations: {
            "seccomp.security.alpha.kubernetes.io/pod": "docker/default",
            "container.seccomp.security.alpha.kubernetes.io/a": "localhost/x",
            "container.seccomp.security.alpha.kubernetes.io/nobody": "unconfined",
          },
          at: [[0, undefined]],
        },
        {
          annotations: {
            "seccomp.security.alpha.kubernetes.io/pod": "unconfined",
            "container.seccomp.security.alpha.kubernetes.io/a": "",
          },
          at: [
            [
              18,
              'forbidden annotations container.seccomp.security.alpha.kubernetes.io/a="", ' +
              'seccomp.security.alpha.kubernetes.io/pod="unconfined"',
            ],
            [19, undefined],
          ],
        },
      ],
    },
    seccompProfile_restricted: {
      reason: "seccompProfile",
      rows: [
        { spec: podWide({ seccompProfile: { type: "RuntimeDefault" } }), at: [[19, undefined]] },
        { spec: three({ seccompProfile: { type: "Localhost" } }), at: [[36, undefined]] },
        {
          spec: one({}),
          at: [
            [18, undefined],
            [
              19,
              'pod or container "a" must set securityContext.seccompProfile.type to ' +
              '"RuntimeDefault" or "Localhost"',
            ],
            [
              36,
              'pod or container "a" must set securityContext.seccompProfile.type to ' +
              '"RuntimeDefault" or "Localhost"',
            ],
          ],
        },
        {
          spec: podWide({ seccompProfile: { type: "Unconfined" } }),
          at: [[36, 'pod must not set securityContext.seccompProfile.type to "Unconfined"']],
        },
        {
          spec: { ...one({}), ...WINDOWS },
          at: [[
            24,
            'pod or container "a" must set securityContext.seccompProfile.type to ' +
            '"RuntimeDefault" or "Localhost"',
          ], [25, undefined]],
        },
      ],
    },
    seLinuxOptions: {
      reason: "seLinuxOptions",
      rows: [
        {
          spec: podWide({ seLinuxOptions: { level: "l", type: "container_t" } }),
          at: all(undefined),
        },
        {
          spec: one({ seLinuxOptions: { type: "container_engine_t" } }),
          at: [
            [
              30,
              'container "a" set forbidden securityContext.seLinuxOptions: type "container_engine_t"',
            ],
            [31, undefined],
          ],
        },
        {
          spec: {
            ...three({ seLinuxOptions: { type: "x", user: "u" } }),
            securityContext: { seLinuxOptions: { type: "y", role: "r" } },
          },
          at: all(
            'pod and containers "b", "a", "c" set forbidden securityContext.seLinuxOptions: types ' +
              '"x", "y"; user may not be set; role may not be set',
          ),
        },
      ],
    },
    sysctls: {
      reason: "forbidden sysctls",
      rows: [
        { spec: podWide({ sysctls: [{ name: "kernel.shm_rmid_forced" }] }), at: all(undefined) },
        ...([
          [27, "net.ipv4.ip_local_reserved_ports"],
          [29, "net.ipv4.tcp_keepalive_time"],
          [32, "net.ipv4.tcp_rmem"],
        ] as const).map(([since, name]) => ({
          spec: podWide({ sysctls: [{ name }] }),
          at: [[since - 1, name], [since, undefined]] as const,
        })),
        { spec: podWide({ sysctls: [{ name: "b" }, { name: "a" }] }), at: all("b, a") },
      ],
    },
    windowsHostProcess: {
      reason: "hostProcess",
      rows: [
        { spec: three({ windowsOptions: { hostProcess: false } }), at: all(undefined) },
        {
          spec: {
            ...one({ windowsOptions: { hostProcess: true } }),
            securityContext: { windowsOptions: { hostProcess: true } },
          },
          at: all(
            'pod and container "a" must not set securityContext.windowsOptions.hostProcess=true',
          ),
        },
      ],
    },
  };

/** What a level says of a pod under a reason. */
function said(
  level: "baseline" | "restricted",
  minor: number,
  reason: string,
  { spec = { containers: [{ name: "a" }] }, annotations = {} }: Row,
): string | undefined {
  const version = parsePolicyVersion(`v1.${minor}`)!;
  const pod = checkedPod({ metadata: { annotations }, spec: spec as never }, NAMES.kubernetes);
  const found = checksAt({ level, version }).map((check) => check(pod))
    .filter((violation) => violation?.reason === reason);
  assert(found.length <= 1, `${reason} is said ${found.length} times`);
  return found[0]?.detail;
}

for (const { id, level, revisions } of ALL_CHECKS) {
  Deno.test(`checksAt() has the check ${id} say what it says at each version`, () => {
    const { reason, rows } = TABLE[id]!;
    for (const row of rows) {
      for (const [minor, detail] of row.at) {
        assertEquals(said(level, minor, reason, row), detail, `${JSON.stringify(row)} v1.${minor}`);
      }
    }
    // The table shows each revision: a pod that passes, and one that does not.
    for (const [index, { since }] of revisions.entries()) {
      const next = revisions[index + 1]?.since ?? Infinity;
      const here = rows.flatMap(({ at }) => at)
        .filter(([minor]) => minor >= since && minor < next);
      assert(
        here.some(([, detail]) => detail === undefined),
        `nothing passes ${id} since ${since}`,
      );
      assert(here.some(([, detail]) => detail !== undefined), `all pass ${id} since ${since}`);
    }
  });
}

Deno.test("checksAt() names several AppArmor profiles in the plural", () => {
  const row = {
    spec: {
      ...one({ appArmorProfile: { type: "B" } }),
      securityContext: { appArmorProfile: { type: "A" } },
    },
    annotations: { "container.apparmor.security.beta.kubernetes.io/a": "unconfined" },
    at: [],
  };
  assertEquals(
    said("baseline", 36, "forbidden AppArmor profiles", row),
    'pod and container "a" and annotation must not set AppArmor profile type to "A", "B", ' +
      '"container.apparmor.security.beta.kubernetes.io/a="unconfined""',
  );
});

Deno.test("checksAt() makes no check at privileged, and those of today at what is to come", () => {
  const at = (level: "privileged" | "baseline" | "restricted", text: string) =>
    checksAt({ level, version: parsePolicyVersion(text)! });
  assertEquals(at("privileged", "latest"), []);
  for (const level of ["baseline", "restricted"] as const) {
    assertEquals(at(level, "latest"), at(level, "v1.36"));
    assertEquals(at(level, "latest"), at(level, "v1.9223372036854775807"));
  }
  assertEquals(
    [0, 7, 8, 18, 19, 22, 23, 34, 35].map((minor) => at("restricted", `v1.${minor}`).length),
    [
      12,
      12,
      13,
      13,
      13,
      13,
      14,
      15,
      15,
    ],
  );
});

Deno.test("checksAt() reads the annotations of the other dialect", () => {
  const annotations = { "container.apparmor.security.beta.orch.io/a": "unconfined" };
  const pod = checkedPod({ metadata: { annotations }, spec: { containers: [] } }, NAMES.orch);
  const checks = checksAt({ level: "baseline", version: parsePolicyVersion("latest")! });
  assertEquals(checks.flatMap((check) => check(pod)?.reason ?? []), ["forbidden AppArmor profile"]);
});
