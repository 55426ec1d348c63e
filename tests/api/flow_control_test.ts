/** A server with priority and fairness, asked over real connections. */
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { answered, startWithFlowControl } from "./flow_control.ts";

const GROUP = "/apis/flowcontrol.apiserver.k8s.io/v1";
const DEBUG = "/debug/api_priority_and_fairness";

interface Configured {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly annotations?: Record<string, string>;
  };
  readonly spec: Record<string, unknown>;
  readonly status?: { readonly conditions?: readonly Record<string, string>[] };
}

for (const dialect of DIALECTS) {
  Deno.test(`a ${dialect} server makes its levels and schemas, and says whose each answer is`, async () => {
    await using running = await startWithFlowControl({ dialect });
    const names = NAMES[dialect];
    const group = `/apis/${names.group("flowcontrol.apiserver")}/v1`;
    const ready = await running.client.get("/readyz?verbose");
    for (const hook of ["config-consumer", "filter", "config-producer"]) {
      assert(ready.text.includes(`[+]poststarthook/priority-and-fairness-${hook} ok`), ready.text);
    }
    const schemas: Configured[] = (await running.client.get(`${group}/flowschemas`)).json.items;
    const levels: Configured[] =
      (await running.client.get(`${group}/prioritylevelconfigurations`)).json.items;
    const [manager, scheduler] = [names.processControllerManager, names.processScheduler];
    assertEquals(
      schemas.map(({ metadata }) => metadata.name).sort(),
      [
        "catch-all",
        "exempt",
        "global-default",
        manager,
        scheduler,
        `${names.namespaceSystem}-service-accounts`,
        "probes",
        "service-accounts",
        "system-leader-election",
        "system-node-high",
        "system-nodes",
      ].sort(),
    );
    assertEquals(levels.length, 8);
    for (const { metadata } of [...schemas, ...levels]) {
      assertEquals(metadata.annotations, { [names.annotationFlowControlAutoUpdate]: "true" });
    }
    const uidOf = (some: Configured[], name: string) =>
      some.find(({ metadata }) => metadata.name === name)!.metadata.uid;
    const answer = await running.clientWith({ token: "alice" }).get("/api/v1/namespaces");
    const prefix = names.headerFlowControlPrefix;
    assertEquals(answer.headers.get(`${prefix}flowschema-uid`), uidOf(schemas, "global-default"));
    assertEquals(
      answer.headers.get(`${prefix}prioritylevel-uid`),
      uidOf(levels, "global-default"),
    );
    const scheduled = await running.clientWith({ token: names.userScheduler }).get("/api/v1/pods");
    assertEquals(scheduled.headers.get(`${prefix}flowschema-uid`), uidOf(schemas, scheduler));
    await answered("each schema says that its level is there", async () => {
      const { items }: { items: Configured[] } =
        (await running.client.get(`${group}/flowschemas`)).json;
      const isSaid = items.every(({ spec, status }) => {
        const [condition] = status?.conditions ?? [];
        const { name } = spec.priorityLevelConfiguration as { name: string };
        return condition?.type === "Dangling" && condition.status === "False" &&
          condition.reason === "Found" && condition.message ===
            `This FlowSchema references the PriorityLevelConfiguration object named "${name}" and it exists`;
      });
      return isSaid || undefined;
    });
  });
}

const schema = (name: string, level: string, user: string) => ({
  metadata: { name },
  spec: {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: 50,
    rules: [{
      subjects: [{ kind: "User", user: { name: user } }],
      resourceRules: [{
        verbs: ["*"],
        apiGroups: ["*"],
        resources: ["*"],
        namespaces: ["*"],
        clusterScope: true,
      }],
    }],
  },
});

const STRICT = {
  metadata: { name: "strict" },
  spec: {
    type: "Limited",
    limited: {
      nominalConcurrencyShares: 0,
      borrowingLimitPercent: 0,
      limitResponse: { type: "Reject" },
    },
  },
};

Deno.test("a new schema holds from the next request on, and one without its level says so", async () => {
  await using running = await startWithFlowControl();
  const alice = running.clientWith({ token: "alice" });
  const uid = async () =>
    (await alice.get("/api/v1/pods")).headers.get("x-kubernetes-pf-flowschema-uid");
  const made = await running.client.post(`${GROUP}/flowschemas`, schema("mine", "strict", "alice"));
  assertEquals(made.status, 201, made.text);
  assert(await uid() !== made.json.metadata.uid);
  const condition = (status: string) =>
    answered(`Dangling is ${status}`, async () => {
      const { json } = await running.client.get(`${GROUP}/flowschemas/mine`);
      const [first] = (json as Configured).status?.conditions ?? [];
      return first?.status === status ? first : undefined;
    });
  assertEquals((await condition("True")).reason, "NotFound");
  const level = await running.client.post(`${GROUP}/prioritylevelconfigurations`, STRICT);
  assertEquals(level.status, 201, level.text);
  assertEquals(await uid(), made.json.metadata.uid);
  assertEquals((await condition("False")).reason, "Found");
  await running.client.delete(`${GROUP}/prioritylevelconfigurations/strict`);
  assert(await uid() !== made.json.metadata.uid);
  assertEquals((await condition("True")).reason, "NotFound");
});

Deno.test("who is sent away is told when to come again", async () => {
  await using running = await startWithFlowControl();
  await running.client.post(`${GROUP}/prioritylevelconfigurations`, STRICT);
  await running.client.post(`${GROUP}/flowschemas`, schema("mine", "strict", "alice"));
  const alice = running.clientWith({ token: "alice" });
  // One alone is let in, however wide; another beside it is not.
  const path = "/api/v1/pods?watch=1";
  const second = () => Math.floor(Date.now() / 1000);
  const began = second();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => alice.request("GET", "/api/v1/namespaces/default/pods")),
  );
  // It starts with one second, and may double with each that passes meanwhile.
  const longest = 2 ** (second() - began);
  const refused = answers.filter(({ status }) => status === 429);
  for (const { headers, json } of refused) {
    const wait = headers.get("retry-after") ?? "";
    assert(/^\d+$/.test(wait) && Number(wait) >= 1 && Number(wait) <= longest, wait);
    assertEquals(json.message, "Too many requests, please try again later.");
    assert(headers.get("x-kubernetes-pf-prioritylevel-uid") !== null);
  }
  assertEquals(answers.filter(({ status }) => status === 200).length, 50 - refused.length);
  // A watch has its seat only until it has begun.
  const watch = await alice.watch(path);
  await answered("the seat is free", async () => {
    const { text } = await running.client.get(`${DEBUG}/dump_requests`);
    return !text.includes("strict") || undefined;
  });
  assertEquals((await alice.get("/api/v1/pods")).status, 200);
  watch.close();
});

Deno.test("a watch from a version that is yet to come has no seat while it waits", async () => {
  await using running = await startWithFlowControl();
  await running.client.post(`${GROUP}/prioritylevelconfigurations`, STRICT);
  await running.client.post(`${GROUP}/flowschemas`, schema("mine", "strict", "alice"));
  const alice = running.clientWith({ token: "alice" });
  const watch = await alice.watch("/api/v1/pods?watch=1&resourceVersion=999999999");
  // One alone is let in: it has left already.
  assertEquals((await alice.get("/api/v1/pods")).status, 200);
  const { text } = await running.client.get(`${DEBUG}/dump_requests`);
  assert(!text.includes("strict"), text);
  watch.close();
});

Deno.test("the tables of queues are for those who may see them", async () => {
  await using running = await startWithFlowControl();
  for (const table of ["dump_priority_levels", "dump_queues", "dump_requests"]) {
    const { status, text, headers } = await running.client.get(`${DEBUG}/${table}`);
    assertEquals(status, 200);
    assert(headers.get("content-type")?.startsWith("text/plain"));
    assert(text.startsWith("PriorityLevelName, "), text);
  }
  assertEquals((await running.client.post(`${DEBUG}/dump_queues`, {})).status, 405);
  assertEquals((await running.client.get(`${DEBUG}/else`)).status, 404);
});

Deno.test("every seat comes back from requests that fail, that are given up, and watches that end", async () => {
  await using running = await startWithFlowControl({ seats: 60 });
  const bob = running.clientWith({ token: "bob" });
  const pods = "/api/v1/namespaces/default/pods";
  await Promise.all(Array.from({ length: 60 }, async (_, index) => {
    if (index % 4 === 0) await bob.post(pods, { metadata: { name: `wrong ${index}` } });
    else if (index % 4 === 1) await bob.get(`${pods}?limit=x`);
    else if (index % 4 === 2) (await bob.watch(`${pods}?watch=1`)).close();
    else {
      const over = new AbortController();
      const sent = bob.send("GET", `${pods}?watch=1&resourceVersion=99999`, {}, over.signal);
      const failed = sent.catch(() => {});
      over.abort();
      await failed;
    }
  }));
  await answered("no seat is in use but that of the one who looks", async () => {
    const { text } = await running.client.get("/metrics");
    const seats = [
      ...text.matchAll(/^apiserver_flowcontrol_current_executing_seats\{(.*)\} (\d+)/gm),
    ]
      .filter(([, labels]) => !labels!.includes('"exempt"'));
    return seats.length > 0 && seats.every(([, , count]) => count === "0") || undefined;
  });
});
