import type { ResourceQuota } from "../../../toolkit/kinds/built_in.ts";
import type { Live } from "../../../toolkit/kinds/mod.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { conflict, forbidden, isForbidden, StatusError } from "../../../toolkit/errors/mod.ts";
import { objectCounts } from "../../../toolkit/quota/mod.ts";
import type { ObjectFollower, ServerContext } from "../../server_context.ts";
import type { AdmissionRequest } from "../admission.ts";
import { MeasuredRequest } from "./measured_request.ts";
import { Charges } from "./charges.ts";
import { KnownQuotas } from "./known_quotas.ts";

type Quota = Live<ResourceQuota>;

const MAPS = { group: "", resource: "configmaps" };
const COUNTED = objectCounts(MAPS);

function quotaOf(name: string, hard: number, used: number, revision: number): Quota {
  const amounts = (amount: number) => ({ configmaps: String(amount) });
  return {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name, namespace: "n", uid: `uid-${name}`, resourceVersion: String(revision) },
    spec: { hard: amounts(hard) },
    status: { hard: amounts(hard), used: amounts(used) },
  } as unknown as Quota;
}

/** Quotas in a store that this test writes to as well, and what is charged to them. */
class Stand {
  readonly clock = new FakeClock();
  readonly charges: Charges;
  /** The objects of each write that was tried, in order. */
  readonly writes: string[] = [];
  /** Settles before each write: a test holds writes by it. */
  gate: Promise<void> = Promise.resolve();
  /** What a write of a quota fails with. */
  failure: ((name: string) => Error | undefined) | undefined;
  readonly #stored = new Map<string, Quota>();
  #revision = 10;
  #follower: ObjectFollower<Quota> | undefined;
  /** Which the cache has not seen. */
  #unseen: Quota[] = [];

  constructor(...quotas: Quota[]) {
    const follow = (_kind: unknown, follower: ObjectFollower<Quota>) => {
      this.#follower = follower;
      return true;
    };
    const known = KnownQuotas.open({ follow } as unknown as Pick<ServerContext, "follow">);
    for (const quota of quotas) {
      this.#stored.set(quota.metadata.name, quota);
      this.#follower?.put(structuredClone(quota));
    }
    this.charges = new Charges({
      quotas: known,
      limited: [],
      clock: this.clock,
      signal: new AbortController().signal,
      client: { replace: (_kind, object) => this.#replace(object as Quota) as Promise<never> },
      catchUp: () => {
        for (const quota of this.#unseen.splice(0)) this.#follower?.put(quota);
        return Promise.resolve();
      },
    });
  }

  /** What a quota says is used. */
  used(name = "q"): string | undefined {
    return this.#stored.get(name)?.status?.used?.configmaps;
  }

  /** Changes a quota as another server does: this one has not seen it. */
  elsewhere(name: string, hard: number, used: number): void {
    const quota = quotaOf(name, hard, used, ++this.#revision);
    this.#stored.set(name, quota);
    this.#unseen.push(structuredClone(quota));
  }

  /** Asks for one more map. */
  async ask(
    { dryRun = false, signal = new AbortController().signal, paid = new Map() }: {
      dryRun?: boolean;
      signal?: AbortSignal;
      paid?: Map<string, Map<string, never>>;
    } = {},
  ): Promise<string> {
    const request = {
      operation: "CREATE",
      resource: MAPS,
      subresource: "",
      namespace: "n",
      name: "m",
      object: {},
      old: undefined,
      dryRun,
      signal,
    } as unknown as AdmissionRequest;
    try {
      await this.charges.charge(new MeasuredRequest(request, COUNTED, {}), !dryRun, paid);
      return "taken";
    } catch (error) {
      if (isForbidden(error)) return "refused";
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #replace(object: Quota): Promise<Quota> {
    const { name, resourceVersion } = object.metadata;
    this.writes.push(`${name} ${object.status?.used?.configmaps}`);
    await this.gate;
    const failure = this.failure?.(name);
    if (failure !== undefined) throw failure;
    const stored = this.#stored.get(name);
    if (stored?.metadata.resourceVersion !== resourceVersion) {
      throw conflict({ group: "", resource: "resourcequotas" }, name);
    }
    const written = structuredClone(object);
    written.metadata.resourceVersion = String(++this.#revision);
    this.#stored.set(name, written);
    return structuredClone(written);
  }
}

const count = (answers: readonly string[], answer: string) =>
  answers.filter((one) => one === answer).length;

Deno.test("charge() writes once for all who wait for a write", async () => {
  const stand = new Stand(quotaOf("q", 100, 0, 1));
  const gate = Promise.withResolvers<void>();
  stand.gate = gate.promise;
  const asked = Array.from({ length: 101 }, () => stand.ask());
  gate.resolve();
  const answers = await Promise.all(asked);
  assertEquals([count(answers, "taken"), count(answers, "refused")], [100, 1]);
  assertEquals(stand.writes, ["q 1", "q 100"]);
});

Deno.test("charge() judges anew when somebody else was faster, and never charges too much", async () => {
  for (const [used, expected] of [[2, "taken"], [3, "refused"]] as const) {
    const stand = new Stand(quotaOf("q", 3, 0, 1));
    stand.elsewhere("q", 3, used);
    assertEquals(await stand.ask(), expected);
    assertEquals([stand.used(), stand.writes[0]], ["3", "q 1"]);
  }
});

Deno.test("charge() refuses by nothing that is out of date", async () => {
  const stand = new Stand(quotaOf("q", 3, 3, 1));
  stand.elsewhere("q", 3, 2);
  assertEquals(await stand.ask(), "taken");
  assertEquals(await stand.ask(), "refused");
  stand.elsewhere("q", 4, 3);
  assertEquals(await stand.ask(), "taken");
  assertEquals(stand.used(), "4");
});

Deno.test("charge() charges nothing for a dry run, and for what has been charged before", async () => {
  const stand = new Stand(quotaOf("q", 2, 0, 1));
  assertEquals(await stand.ask({ dryRun: true }), "taken");
  assertEquals(stand.writes, []);
  const paid = new Map();
  assertEquals([await stand.ask({ paid }), await stand.ask({ paid })], ["taken", "taken"]);
  assertEquals(stand.used(), "1");
  assertEquals([await stand.ask(), await stand.ask({ dryRun: true })], ["taken", "refused"]);
});

Deno.test("charge() charges each of several quotas once, whichever of them others change", async () => {
  const stand = new Stand(quotaOf("a", 9, 0, 1), quotaOf("b", 9, 0, 2));
  stand.elsewhere("b", 9, 5);
  assertEquals(await stand.ask(), "taken");
  assertEquals([stand.used("a"), stand.used("b")], ["1", "6"]);
  assertEquals(stand.writes, ["a 1", "b 1", "b 6"]);
});

Deno.test("charge() passes on what a quota can't be written for, to those alone who need it", async () => {
  const stand = new Stand(quotaOf("q", 9, 0, 1));
  const group = { group: "", resource: "resourcequotas" };
  stand.failure = () => forbidden(group, "q", "a webhook says so");
  const [first, second] = [stand.ask(), stand.ask()];
  assertEquals([await first, await second], ["refused", "refused"]);
  stand.failure = () => new StatusError({ code: 500, reason: "", message: "the store is away" });
  assertEquals(await stand.ask(), "the store is away");
  stand.failure = undefined;
  assertEquals([await stand.ask(), stand.used()], ["taken", "1"]);
});

Deno.test("charge() lets nobody wait for longer than 10 s, or than they want", async () => {
  const stand = new Stand(quotaOf("q", 9, 0, 1));
  const gate = Promise.withResolvers<void>();
  stand.gate = gate.promise;
  const leaving = new AbortController();
  const [first, second, third] = [stand.ask(), stand.ask({ signal: leaving.signal }), stand.ask()];
  leaving.abort(new Error("no more"));
  assertEquals(await second, "no more");
  await stand.clock.advance(10_000);
  const late = "Internal error occurred: resource quota evaluation timed out";
  assertEquals([await first, await third], [late, late]);
  assertEquals(stand.clock.pending, 0);
  gate.resolve();
  // Those who left are not charged any more, unless it was done already.
  assertEquals([await stand.ask(), stand.used(), stand.writes], ["taken", "2", ["q 1", "q 2"]]);
  const gone = stand.ask({ signal: AbortSignal.abort(new Error("gone")) });
  assertEquals([await gone, stand.used()], ["gone", "2"]);
});

Deno.test("KnownQuotas.wrote() brings back no quota that has gone", () => {
  const followed: { put(object: Quota): void; delete(ref: object): void }[] = [];
  const follow = (_kind: unknown, follower: (typeof followed)[0]) => followed.push(follower) > 0;
  const known = KnownQuotas.open({ follow } as unknown as Pick<ServerContext, "follow">);
  const [follower] = followed;
  follower?.put(quotaOf("q", 1, 0, 5));
  assertEquals(known.wrote(quotaOf("q", 1, 1, 6))?.revision, 6);
  // What the cache says of an older state says nothing.
  follower?.put(quotaOf("q", 1, 0, 5));
  assertEquals(known.in("n").map(({ revision }) => revision), [6]);
  follower?.delete({ namespace: "n", name: "q" });
  assertEquals([known.wrote(quotaOf("q", 1, 1, 7)), known.in("n")], [undefined, []]);
});
