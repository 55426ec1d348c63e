import type { MutatingWebhook } from "../../../toolkit/api/admissionregistration_v1.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { type Transport, TransportError } from "../../../toolkit/transport/mod.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import {
  admissionChain,
  type AdmissionPlugin,
  type AdmissionRequest,
  type Waits,
} from "../admission.ts";
import { ReinvocationContext } from "../reinvocation.ts";
import { testContext } from "../../../testing/server_context.ts";
import { mutatingWebhookPlugin, validatingWebhookPlugin } from "./mod.ts";

type Answer = (review: JsonObject, path: string, signal: AbortSignal) => Promise<JsonObject>;

const decoder = new TextDecoder();

/** A client that answers by itself; what it is asked ends in `asked`. */
function clientOf(answer: Answer, asked: string[], contentType?: string): Transport {
  return {
    async call(
      _: unknown,
      { path, body, signal }: { path: string; body: Uint8Array; signal: AbortSignal },
    ) {
      asked.push(path.split("?")[0] ?? "");
      const review = JSON.parse(decoder.decode(body));
      const response = {
        uid: review.request.uid,
        allowed: true,
        ...await answer(review, path, signal),
      };
      const text = JSON.stringify({ kind: review.kind, apiVersion: review.apiVersion, response });
      return {
        status: 200,
        headers: { ...(contentType !== undefined && { "content-type": contentType }) },
        body: new TextEncoder().encode(text),
      };
    },
  } as unknown as Transport;
}

const THINGS = {
  group: "a.example",
  version: "v1",
  resource: "things",
  kind: "Thing",
  namespaced: true,
  subresources: new Map(),
  strategy: {},
} as unknown as ServedResource;

const RULES = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }];

const hook = (name: string, more: Partial<MutatingWebhook> = {}): MutatingWebhook => ({
  name,
  clientConfig: { url: `https://hooks.example/${name}` },
  rules: RULES as NonNullable<MutatingWebhook["rules"]>,
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  failurePolicy: "Fail",
  ...more,
});

interface Setting {
  readonly mutating?: readonly MutatingWebhook[];
  readonly validating?: readonly MutatingWebhook[];
  /** Before the webhooks. */
  readonly others?: readonly AdmissionPlugin[];
  readonly answer?: Answer;
  /** Of the answers. Default: they have none. */
  readonly contentType?: string;
}

function settingOf({ mutating = [], validating = [], others = [], answer, contentType }: Setting) {
  const asked: string[] = [];
  const clock = new FakeClock();
  const metrics = new Registry();
  const storageOf = (webhooks: readonly MutatingWebhook[]) => {
    const object = { metadata: { name: "c" }, webhooks };
    const json = new TextEncoder().encode(JSON.stringify(object));
    return {
      cache: { changedAt: 1, corrupt: new Map(), entries: () => [{ json, derived: new Map() }] },
    };
  };
  const all: Record<string, unknown> = {
    mutatingwebhookconfigurations: { storage: storageOf(mutating) },
    validatingwebhookconfigurations: { storage: storageOf(validating) },
  };
  const context = testContext({
    source: {
      find: (_group, _version, resource) => all[resource] as ServedResource | undefined,
      all: () => [THINGS],
      generation: 1,
    },
    callouts: {
      client: clientOf(answer ?? (() => Promise.resolve({})), asked, contentType),
      locate: () => {
        throw new TransportError("nowhere");
      },
    },
    clock,
    metrics,
  });
  const plugins = [mutatingWebhookPlugin(context), validatingWebhookPlugin(context)]
    .filter((plugin) => plugin !== undefined);
  return { admission: admissionChain([...others, ...plugins]), asked, clock, metrics };
}

const requestOf = (more: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  operation: "CREATE",
  resource: THINGS,
  subresource: "",
  kind: THINGS,
  namespace: "n",
  name: "a",
  user: { name: "u", uid: "", groups: [], extra: {} },
  dryRun: false,
  options: { kind: "CreateOptions", fields: {} },
  object: { kind: "Thing", apiVersion: "a.example/v1", metadata: { name: "a" }, spec: {} },
  old: undefined,
  warnings: [],
  annotations: {},
  signal: new AbortController().signal,
  reinvocation: new ReinvocationContext(),
  ...more,
});

const patch = (...operations: object[]) => ({
  patchType: "JSONPatch",
  patch: new TextEncoder().encode(JSON.stringify(operations)).toBase64(),
});

const DRY_RUNS: readonly (readonly [MutatingWebhook["sideEffects"], allowed: boolean])[] = [
  ["None", true],
  ["NoneOnDryRun", true],
  ["Some", false],
  ["Unknown", false],
  [null, false],
];

for (const [sideEffects, allowed] of DRY_RUNS) {
  for (const failurePolicy of ["Fail", "Ignore"] as const) {
    Deno.test(`a webhook with the side effects ${sideEffects} that may ${failurePolicy} is ${allowed ? "" : "not "}asked about a dry run`, async () => {
      const webhooks = [hook("one", { sideEffects, failurePolicy })];
      for (const phase of ["mutate", "validate"] as const) {
        const { admission, asked } = settingOf({ mutating: webhooks, validating: webhooks });
        const run = async () => await admission[phase](requestOf({ dryRun: true }));
        if (allowed) await run();
        else {
          await assertRejects(run, 'admission webhook "one" does not support dry run');
        }
        assertEquals(asked.length, allowed ? 1 : 0);
      }
    });
  }
}

/** Sets a field by a patch, the first time that it is asked. */
function once(field: string): Answer {
  return ({ request }) => {
    const { spec } = (request as JsonObject).object as { spec: JsonObject };
    const operation = { op: "add", path: `/spec/${field}`, value: true };
    return Promise.resolve(spec[field] === undefined ? patch(operation) : {});
  };
}

Deno.test("the audit log has the members of a patch by their names", async () => {
  const { admission } = settingOf({
    mutating: [hook("one")],
    answer: () => Promise.resolve(patch({ op: "copy", from: "/metadata/name", path: "/spec/x" })),
  });
  const request = requestOf();
  await admission.mutate(request);
  assertEquals(
    request.annotations["patch.webhook.admission.k8s.io/round_0_index_0"],
    '{"configuration":"c","webhook":"one","patch":[{"from":"/metadata/name","op":"copy",' +
      '"path":"/spec/x"}],"patchType":"JSONPatch"}',
  );
});

const NEVER = "Never" as const;
const AGAIN = "IfNeeded" as const;
/** Answers each webhook by its name: `set-x` sets x. */
const setting: Answer = (review, path, signal) => {
  const [, field] = /set-(\w+)/.exec(path) ?? [];
  return field === undefined ? Promise.resolve({}) : once(field)(review, path, signal);
};

const ROUNDS: readonly (readonly [
  name: string,
  webhooks: readonly (readonly [name: string, policy: typeof NEVER | typeof AGAIN])[],
  asked: string,
])[] = [
  ["nobody changes anything", [["a", AGAIN], ["b", AGAIN]], "a b"],
  ["nobody wants to be asked again", [["a", NEVER], ["set-x", NEVER]], "a set-x"],
  ["a later one changes", [["a", AGAIN], ["set-x", NEVER]], "a set-x a"],
  ["an earlier one changes", [["set-x", NEVER], ["a", AGAIN]], "set-x a"],
  ["it changes itself", [["set-x", AGAIN]], "set-x"],
  ["both change", [["set-x", AGAIN], ["set-y", AGAIN]], "set-x set-y set-x"],
  [
    "one in between changes",
    [["a", AGAIN], ["set-x", NEVER], ["b", AGAIN]],
    "a set-x b a",
  ],
];

for (const [name, webhooks, expected] of ROUNDS) {
  Deno.test(`webhooks are asked again as they should be where ${name}`, async () => {
    const mutating = webhooks.map(([one, reinvocationPolicy]) => hook(one, { reinvocationPolicy }));
    const { admission, asked } = settingOf({ mutating, answer: setting });
    await admission.mutate(requestOf());
    assertEquals(asked.map((path) => path.slice(1)).join(" "), expected);
  });
}

Deno.test("webhooks are asked again where another plugin changed what they had made", async () => {
  let count = 0;
  const counting: AdmissionPlugin = {
    mutate({ object }) {
      (object!.spec as JsonObject).count = ++count;
    },
  };
  const mutating = [
    hook("set-x", { reinvocationPolicy: NEVER }),
    hook("last", { reinvocationPolicy: AGAIN }),
  ];
  const { admission, asked } = settingOf({ mutating, others: [counting], answer: setting });
  const request = requestOf();
  await admission.mutate(request);
  assertEquals(asked, ["/set-x", "/last", "/last"]);
  assertEquals(request.object?.spec, { count: 2, x: true });
});

Deno.test("a condition that can't be told refuses a request by the name that it has so far", async () => {
  const matchConditions = [{ name: "c", expression: "object.no == 1" }];
  const { admission, asked } = settingOf({ mutating: [hook("one", { matchConditions })] });
  const unnamed = { ...requestOf().object, metadata: { generateName: "a-" } };
  for (
    const [more, subject] of [
      [{}, 'things.a.example "a" is forbidden: '],
      [{ name: "", object: unnamed }, "things.a.example is forbidden: "],
    ] as const
  ) {
    const { message } = await assertRejects(
      async () => await admission.mutate(requestOf(more)),
      /expression 'object.no == 1' resulted in error/,
    );
    assertEquals(message.startsWith(subject), true, message);
  }
  assertEquals(asked, []);
});

Deno.test("a webhook has its time and no more", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer: Answer = (_review, path, signal) =>
    new Promise((_, reject) => {
      assertEquals(path, "/one?timeout=7s");
      signal.addEventListener("abort", () => reject(signal.reason));
      resolve();
    });
  const { admission, clock } = settingOf({
    validating: [hook("one", { timeoutSeconds: 7 })],
    answer,
  });
  const asked = assertRejects(
    async () => await admission.validate(requestOf()),
    'Internal error occurred: failed calling webhook "one": failed to call webhook: Post ' +
      '"https://hooks.example/one?timeout=7s": context deadline exceeded',
  );
  await promise;
  await clock.advance(7000);
  await asked;
});

Deno.test("a webhook is told what time is left to the request, where that is less than its own", async () => {
  const paths: string[] = [];
  const { admission, clock } = settingOf({
    mutating: [
      hook("a", { timeoutSeconds: 20 }),
      hook("b", { timeoutSeconds: 5 }),
      hook("c", { timeoutSeconds: 20 }),
      hook("d"),
    ],
    answer: async (_, path) => {
      paths.push(path);
      // All but the last take more than a second, and the third all that is left.
      await clock.advance(paths.length < 3 ? 1300 : 9000);
      return {};
    },
  });
  const waits = { webhookMs: 0, end: clock.monotonic() + 10_000 };
  await admission.mutate(requestOf({ waits }));
  assertEquals(paths, ["/a?timeout=10s", "/b?timeout=5s", "/c?timeout=8s", "/d?timeout=1s"]);
});

Deno.test("a request that is over ends as that, whatever becomes of webhooks", async () => {
  const over = new AbortController();
  const answer: Answer = () => {
    over.abort(new Error("gone"));
    return Promise.reject(new Error("cut"));
  };
  for (const failurePolicy of ["Fail", "Ignore"] as const) {
    const mutating = [hook("one", { failurePolicy })];
    const { admission, metrics } = settingOf({ mutating, answer });
    const request = requestOf({ signal: over.signal });
    await assertRejects(async () => await admission.mutate(request), "gone");
    // It says nothing of the webhook.
    assert(!metrics.render().includes('name="one"'));
  }
});

Deno.test("what a webhook answers counts, whatever content type it has", async () => {
  for (const contentType of [undefined, "application/json", "text/plain; charset=utf-8", "x"]) {
    const answer = () => Promise.resolve({ allowed: false, status: { message: "Always denied" } });
    const { admission } = settingOf({
      validating: [hook("no.b.c")],
      answer,
      ...(contentType !== undefined && { contentType }),
    });
    await assertRejects(
      () => admission.validate(requestOf()),
      /denied the request: Always denied$/,
    );
  }
});

Deno.test("how long webhooks take is noted: of those that mutate the sum, of those that validate the longest", async () => {
  const secondsOf: Readonly<Record<string, number>> = { a: 1, b: 2, c: 3, d: 4 };
  const { admission, clock } = settingOf({
    mutating: [hook("a"), hook("b")],
    validating: [hook("c"), hook("d")],
    answer: (_, path) =>
      new Promise((resolve) =>
        clock.after(1000 * secondsOf[path.split("?")[0]!.slice(1)]!, () => resolve({}))
      ),
  });
  const waits: Waits = { webhookMs: 0 };
  const request = requestOf({ waits });
  const passed = async (done: Promise<void>) => {
    let isOver = false;
    const over = done.finally(() => isOver = true);
    while (!isOver) await clock.advance(1000);
    await over;
  };
  await passed(admission.mutate(request));
  assertEquals(waits.webhookMs, 3000);
  await passed(admission.validate(request));
  assertEquals(waits.webhookMs, 7000);
  assertEquals(waits.mutatingWebhookMs, 3000);
});
