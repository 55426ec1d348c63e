import { testRequest } from "../../testing/request_context.ts";
import type { FlowSchema, PriorityLevelConfiguration } from "../../toolkit/api/flowcontrol_v1.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { Levels } from "./levels.ts";
import { FlowControlMetrics } from "./metrics.ts";
import { STANDARD_LEVELS, standardSchemas } from "./standard_objects.ts";
import { Ticket } from "./ticket.ts";

const names = NAMES.kubernetes;

const LEVELS: PriorityLevelConfiguration[] = STANDARD_LEVELS.map(({ name, spec }) => ({
  metadata: { name, uid: `level ${name}` },
  spec,
}));

const SCHEMAS: FlowSchema[] = standardSchemas(names).map(({ name, spec }) => ({
  metadata: { name, uid: `schema ${name}` },
  spec,
}));

function made(seats = 600) {
  const clock = new FakeClock();
  const registry = new Registry();
  const metrics = new FlowControlMetrics(registry);
  return { clock, registry, levels: new Levels({ clock, names, metrics, seats }) };
}

const from = (user: Partial<User>, path?: string) =>
  testRequest({ user, ...(path !== undefined && { path }) });
const ALICE = { name: "alice", groups: ["system:authenticated"] };

/** So many of a level's requests begin or wait. */
function send(levels: Levels, count: number, user: Partial<User> = ALICE): Ticket[] {
  return Array.from({ length: count }, () => {
    const request = from(user);
    const { level, flow } = levels.classify(request);
    const work = { seats: 1, lingeringSeats: 0, lingeringMs: 0 };
    const ticket = level.set.enter(flow, work, request);
    assert(ticket instanceof Ticket, String(ticket));
    return ticket;
  });
}

const limits = (levels: Levels) =>
  Object.fromEntries(levels.all.map(({ name, current }) => [name, current]));

Deno.test("before any object is there, requests belong to the mandatory levels", () => {
  const { levels } = made();
  assertEquals(levels.all.map(({ name, nominal }) => [name, nominal]), [
    ["catch-all", 600],
    ["exempt", 0],
  ]);
  assertEquals(levels.classify(from(ALICE)).level.name, "catch-all");
  // In no group at all.
  assertEquals(levels.classify(from({ name: "nobody" })).level.name, "catch-all");
  assertEquals(levels.classify(from({ groups: ["system:masters"] })).level.name, "exempt");
});

Deno.test("digest() divides the seats by shares, rounded up", () => {
  const { levels } = made();
  levels.digest(LEVELS, SCHEMAS);
  assertEquals(
    levels.all.map(({ name, nominal, least, most, mostSeats }) =>
      [name, nominal, least, most, mostSeats].join(" ")
    ),
    [
      "catch-all 13 13 613 10",
      "exempt 0 0 600 10",
      "global-default 49 24 649 8",
      "leader-election 25 25 625 4",
      "node-high 98 73 698 10",
      "system 74 50 674 10",
      "workload-high 98 49 698 10",
      "workload-low 245 24 845 10",
    ],
  );
});

Deno.test("digest() keeps a mandatory level as it was while its object is missing", () => {
  const { levels } = made();
  levels.digest(LEVELS, SCHEMAS);
  levels.digest(LEVELS.filter(({ metadata }) => metadata?.name !== "catch-all"), SCHEMAS);
  const { nominal, mostSeats, uid } = levels.all.find(({ name }) => name === "catch-all")!;
  assertEquals([nominal, mostSeats, uid], [13, 10, "level catch-all"]);
  const changed: PriorityLevelConfiguration = {
    metadata: { name: "catch-all", uid: "another" },
    spec: {
      type: "Limited",
      limited: { nominalConcurrencyShares: 245, limitResponse: { type: "Reject" } },
    },
  };
  levels.digest([changed], SCHEMAS);
  levels.digest([LEVELS[1]!], SCHEMAS);
  assertEquals(levels.all.find(({ name }) => name === "catch-all")!.shares, 245);
});

Deno.test("classify() tells flows apart as their schema says, and whose headers they have", () => {
  const { levels } = made();
  levels.digest(LEVELS, SCHEMAS);
  const of = (user: Partial<User>, path?: string) => levels.classify(from(user, path)).flow;
  const robot = {
    name: "system:serviceaccount:kube-system:robot",
    groups: ["system:serviceaccounts"],
  };
  assertEquals(of(ALICE).distinguisher, "alice");
  assertEquals(of(robot, "/api/v1/namespaces/shop/pods").distinguisher, "shop");
  assertEquals(of({ groups: ["system:masters"] }).distinguisher, "");
  const [first, second] = [of(ALICE), of(ALICE)];
  assert(first === second);
  assertEquals(of(ALICE).hand.length, 6);
  assertEquals(of(ALICE).headers, {
    "x-kubernetes-pf-flowschema-uid": "schema global-default",
    "x-kubernetes-pf-prioritylevel-uid": "level global-default",
  });
});

Deno.test("adjust() lends seats to a level that could use them, and takes them back slowly", async () => {
  const { clock, levels } = made();
  levels.digest(LEVELS, SCHEMAS);
  const before = limits(levels)["global-default"]!;
  const tickets = send(levels, 250);
  await clock.advance(10_000);
  levels.adjust();
  const busy = limits(levels);
  assert(busy["global-default"]! > 3 * before, JSON.stringify(busy));
  // Nobody has less than it keeps.
  for (const { current, least } of levels.all) assert(current >= least);
  const sum = Object.values(busy).reduce((all, one) => all + one, 0);
  assert(sum >= 600 && sum <= 610, `${sum}`);
  assertEquals(tickets.filter(({ state }) => state === "running").length, 250);
  for (const ticket of tickets) ticket.leave();
  for (const ticket of tickets) ticket.leave();
  await clock.advance(10_000);
  levels.adjust();
  await clock.advance(10_000);
  levels.adjust();
  assert(limits(levels)["global-default"]! > before);
  for (let minutes = 0; minutes < 60 * 6; minutes++) {
    await clock.advance(10_000);
    levels.adjust();
  }
  assert(Math.abs(limits(levels)["global-default"]! - before) <= 2);
});

Deno.test("adjust() gives the others what is left when the exempt level takes much", async () => {
  const { clock, levels } = made();
  levels.digest(LEVELS, SCHEMAS);
  send(levels, 700, { name: "admin", groups: ["system:masters"] });
  await clock.advance(10_000);
  levels.adjust();
  for (const { name, current, least } of levels.all) {
    if (name !== "exempt") assertEquals(current, least, name);
  }
});

Deno.test("digest() leaves out schemas whose level is not there, and levels that make no sense", () => {
  const { levels } = made();
  const broken = LEVELS.map((one) =>
    one.metadata?.name === "global-default"
      ? { ...one, spec: { type: "Limited", limited: { limitResponse: { type: "Queue" } } } }
      : one
  );
  levels.digest(broken, SCHEMAS);
  assertEquals(levels.classify(from(ALICE)).level.name, "catch-all");
  levels.digest(LEVELS, SCHEMAS);
  assertEquals(levels.classify(from(ALICE)).level.name, "global-default");
});

Deno.test("a level that is gone ends what it has, then goes", () => {
  const { levels, registry } = made();
  levels.digest(LEVELS, SCHEMAS);
  const without = LEVELS.filter(({ metadata }) => metadata?.name !== "global-default");
  const [ticket] = send(levels, 1);
  let quiet = 0;
  levels.onQuiet = () => void quiet++;
  levels.digest(without, SCHEMAS);
  const level = () => levels.all.find(({ name }) => name === "global-default");
  assertEquals([level()?.isQuiescing, quiet], [true, 0]);
  assertEquals(levels.classify(from(ALICE)).level.name, "catch-all");
  ticket!.leave();
  assertEquals(quiet, 1);
  levels.digest(without, SCHEMAS);
  assertEquals(level(), undefined);
  assert(!registry.render().includes('nominal_limit_seats{priority_level="global-default"}'));
});

Deno.test("a level that comes back while it ends is the same one", () => {
  const { levels } = made();
  levels.digest(LEVELS, SCHEMAS);
  const [ticket] = send(levels, 1);
  levels.digest([], SCHEMAS);
  levels.digest(LEVELS, SCHEMAS);
  const level = levels.all.find(({ name }) => name === "global-default");
  assertEquals([level?.isQuiescing, [...level!.set.running].includes(ticket!)], [false, true]);
  ticket!.leave();
  assertEquals(level?.set.onIdle, undefined);
});
