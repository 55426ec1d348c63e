/**
 * This server and the reference's, both with priority and fairness: the same schemas and levels from the start,
 * row by row, the same seats, and each request in the same schema.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Side, SIDES, startPair } from "../differential/servers.ts";
import { answered } from "./flow_control.ts";

const NAME = "schemas and levels are the reference's, and take the same requests";

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});

const GROUP = "/apis/flowcontrol.apiserver.k8s.io/v1";

interface Stored {
  readonly metadata: Record<string, unknown> & {
    readonly name: string;
    readonly uid: string;
    readonly managedFields?: { time?: string }[];
  };
  readonly status?: { readonly conditions?: { lastTransitionTime?: string }[] };
}

const PEOPLE = [
  'admin,admin,1,"system:masters"',
  "alice,alice,2",
  'node,system:node:n1,3,"system:nodes"',
  "manager,system:kube-controller-manager,4",
  "scheduler,system:kube-scheduler,5",
  'robot,system:serviceaccount:shop:robot,6,"system:serviceaccounts"',
  'system,system:serviceaccount:kube-system:robot,7,"system:serviceaccounts"',
];

const REQUESTS = [
  "GET /api/v1/pods",
  "GET /api/v1/nodes",
  "GET /api/v1/nodes/n1",
  "GET /apis/coordination.k8s.io/v1/namespaces/default/leases/a",
  "GET /apis/coordination.k8s.io/v1/namespaces/default/leases",
  "GET /apis/coordination.k8s.io/v1/leases",
  "DELETE /apis/coordination.k8s.io/v1/namespaces/default/leases/a",
  "GET /version",
  "GET /healthz",
  "GET /livez/ping",
  "GET /api/v1/namespaces/default/configmaps?limit=5",
];

const GAUGES = ["nominal_limit_seats", "lower_limit_seats", "upper_limit_seats"];

async function compare(t: Deno.TestContext): Promise<void> {
  await using pair = await startPair({
    flags: [
      "--authorization-mode=RBAC",
      "--anonymous-auth=true",
      "--enable-priority-and-fairness=true",
    ],
    ours: ["--feature-gates=APIPriorityAndFairness=true"],
    tokens: PEOPLE,
  });
  const http = pair.http({ anonymous: true });
  const ask = (side: Side, token: string, method: string, path: string) =>
    fetch(pair.servers[side].url + path, {
      method,
      client: http,
      headers: token === "" ? {} : { authorization: `Bearer ${token}` },
    });
  const list = async (side: Side, plural: string): Promise<Stored[]> =>
    (await (await ask(side, "admin", "GET", `${GROUP}/${plural}`)).json()).items;
  await t.step("the objects, row by row", async () => {
    for (const plural of ["flowschemas", "prioritylevelconfigurations"]) {
      const [ours, theirs] = await Promise.all(
        SIDES.map((side) =>
          answered(`${plural} of ${side}`, async () => {
            const items = await list(side, plural);
            const isDone = plural !== "flowschemas" ||
              items.every(({ status }) => status?.conditions?.length === 1);
            return isDone ? items.map(comparable) : undefined;
          })
        ),
      );
      assertEquals(ours!.map(nameOf), theirs!.map(nameOf));
      for (const [index, row] of theirs!.entries()) assertEquals(ours![index], row, nameOf(row));
    }
  });
  await t.step("the seats of each level", async () => {
    const seats = await Promise.all(SIDES.map(async (side) => {
      const text = await (await ask(side, "admin", "GET", "/metrics")).text();
      return GAUGES.flatMap((gauge) =>
        [...text.matchAll(new RegExp(`^apiserver_flowcontrol_${gauge}\\{.*`, "gm"))]
          .map(([line]) => line)
      ).sort();
    }));
    assertEquals(seats[0], seats[1]);
  });
  await t.step("whose each request is", async () => {
    const names = await Promise.all(
      SIDES.map(async (side) =>
        new Map(
          (await list(side, "flowschemas")).map(({ metadata }) => [metadata.uid, metadata.name]),
        )
      ),
    );
    const tokens = ["", ...PEOPLE.map((line) => line.split(",")[0]!)];
    for (const token of tokens) {
      for (const request of REQUESTS) {
        const [method = "", path = ""] = request.split(" ");
        const schemas = await Promise.all(SIDES.map(async (side, index) => {
          const response = await ask(side, token, method, path);
          await response.body?.cancel();
          return names[index]!.get(response.headers.get("x-kubernetes-pf-flowschema-uid") ?? "");
        }));
        assertEquals(schemas[0], schemas[1], `${token}: ${request}`);
      }
    }
  });
}

/** An object without what differs by chance. */
function comparable({ metadata, ...object }: Stored): Stored {
  const { uid: _, resourceVersion: __, creationTimestamp: ___, ...rest } = metadata;
  for (const entry of rest.managedFields ?? []) delete entry.time;
  for (const condition of object.status?.conditions ?? []) delete condition.lastTransitionTime;
  return { ...object, metadata: rest as Stored["metadata"] };
}

const nameOf = ({ metadata }: Stored) => metadata.name;
