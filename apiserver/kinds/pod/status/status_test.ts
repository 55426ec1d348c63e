import { testKind, type UpdateRow } from "../../../../testing/kind_tables.ts";

type Fields = Record<string, unknown>;

const CONTAINER = { name: "main", image: "a:1" };
const status = (fields: Fields) => ({ status: fields });
const ended = (list: string, exitCode: number, name = "main") =>
  status({ [list]: [{ name, state: { terminated: { exitCode } } }] });
const runs = (list: string, name = "main") =>
  status({ [list]: [{ name, state: { running: {} } }] });
const REVIVED = "Forbidden: may not be transitioned to non-terminated state";

const row = (name: string, from: Fields, to: Fields, ...causes: string[]): UpdateRow => ({
  name,
  from,
  to,
  through: "status",
  causes,
});

testKind({
  group: "",
  resource: "pods",
  valid: {
    spec: {
      restartPolicy: "OnFailure",
      containers: [CONTAINER, { ...CONTAINER, name: "again", restartPolicy: "Always" }],
      initContainers: [{ ...CONTAINER, name: "first" }],
      resourceClaims: [{ name: "gpu", resourceClaimTemplateName: "t" }],
    },
  },
  updates: [
    {
      name: "an address of old",
      through: "status",
      to: status({ podIP: "10.0.0.1" }),
      becomes: status({ podIP: "10.0.0.1", podIPs: [{ ip: "10.0.0.1" }] }),
    },
    {
      name: "another address of old",
      through: "status",
      from: status({ podIPs: [{ ip: "10.0.0.1" }] }),
      to: status({ podIP: "10.0.0.2" }),
      becomes: status({ podIP: "10.0.0.2", podIPs: [{ ip: "10.0.0.2" }] }),
    },
    {
      name: "addresses of both families",
      through: "status",
      to: status({ podIPs: [{ ip: "10.0.0.1" }, { ip: "fd00::1" }] }),
      becomes: status({ podIP: "10.0.0.1" }),
    },
    row(
      "addresses of one family",
      {},
      status({ podIPs: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] }),
      'status.podIPs: Invalid value: [{"ip":"10.0.0.1"},{"ip":"10.0.0.2"}]: may specify no more ' +
        "than one IP for each IP family",
    ),
    row(
      "an address that is none",
      {},
      status({ podIPs: [{ ip: "a" }] }),
      'status.podIPs[0]: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ),
    row(
      "an address of another node",
      {},
      status({ hostIP: "10.0.0.1", hostIPs: [{ ip: "10.0.0.2" }] }),
      'status.hostIPs[0].ip: Invalid value: "10.0.0.2": must be equal to `hostIP`',
    ),
    row("again after a failure", ended("containerStatuses", 1), runs("containerStatuses")),
    row(
      "again after its end",
      ended("containerStatuses", 0),
      runs("containerStatuses"),
      `status.containerStatuses[0].state: ${REVIVED}`,
    ),
    row(
      "again, as it always does",
      ended("containerStatuses", 0, "again"),
      runs("containerStatuses", "again"),
    ),
    row(
      "the first of them again",
      ended("initContainerStatuses", 0, "first"),
      runs("initContainerStatuses", "first"),
      `status.initContainerStatuses[0].state: ${REVIVED}`,
    ),
    row(
      "a look into it again",
      { spec: { restartPolicy: "Always" }, ...ended("ephemeralContainerStatuses", 1, "debug") },
      runs("ephemeralContainerStatuses", "debug"),
      `status.ephemeralContainerStatuses[0].state: ${REVIVED}`,
    ),
    row(
      "a claim",
      {},
      status({ resourceClaimStatuses: [{ name: "gpu", resourceClaimName: "x-gpu" }] }),
    ),
    row(
      "claims that it has not",
      {},
      status({ resourceClaimStatuses: [{ name: "tpu" }, { name: "tpu" }] }),
      'status.resourceClaimStatuses[0].name: Invalid value: "tpu": must match the name of an entry ' +
        "in `spec.resourceClaims`",
      'status.resourceClaimStatuses[1].name: Invalid value: "tpu": must match the name of an entry ' +
        "in `spec.resourceClaims`",
      'status.resourceClaimStatuses[1].name: Duplicate value: "tpu"',
    ),
    row(
      "a condition of a bad type",
      {},
      status({ conditions: [{ type: "/a", status: "True" }] }),
      'status.conditions[0].Type: Invalid value: "/a": prefix part must be non-empty',
    ),
  ],
});
