import { configurationOf, testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { HttpsPeer, type PeerHandler } from "../../../testing/https_peer.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../../toolkit/deps/assert.ts";
import { readImagePolicySettings } from "./image_policy_settings.ts";
import { Verdicts } from "./verdicts.ts";

const pod = (name: string, image = "i", metadata: AnyObject = {}): Write => ["post", "pods", {
  metadata: { name, ...metadata },
  spec: { containers: [{ name: "c", image, imagePullPolicy: "IfNotPresent" }] },
}];

testPlugin("alwaysPullImages() has images pulled", { plugins: ["AlwaysPullImages"] }, [
  {
    name: "of new pods",
    write: pod("p"),
    fields: { "spec.containers.0.imagePullPolicy": "Always" },
  },
  {
    name: "of containers and volumes of every sort",
    write: ["post", "pods", {
      metadata: { name: "p" },
      spec: {
        containers: [{ name: "c", image: "i" }],
        initContainers: [{ name: "i", image: "i", imagePullPolicy: "Never" }],
        volumes: [{ name: "v", image: { reference: "r", pullPolicy: "Never" } }],
      },
    }],
    fields: {
      "spec.initContainers.0.imagePullPolicy": "Always",
      "spec.volumes.0.image.pullPolicy": "Always",
    },
  },
]);

const SETTINGS = { kubeConfigFile: "/c" };

Deno.test("readImagePolicySettings() reads times in their units, and refuses what can't be", () => {
  const read = (imagePolicy: AnyObject) =>
    readImagePolicySettings({ value: { imagePolicy }, where: "the file" });
  assertEquals(read(SETTINGS), {
    clientConfigFile: "/c",
    allowMs: 300_000,
    denyMs: 30_000,
    retryMs: 500,
    isOpen: false,
  });
  const other = { allowTTL: 60, denyTTL: -1, retryBackoff: 20, defaultAllow: true };
  assertEquals(read({ ...SETTINGS, ...other }), {
    clientConfigFile: "/c",
    allowMs: 60_000,
    denyMs: 0,
    retryMs: 20,
    isOpen: true,
  });
  for (
    const [wrong, message] of [
      [{}, /kubeConfigFile must name/],
      [{ ...SETTINGS, allowTTL: 1801 }, /allowTTL is 1801: must be from 1 to 1800/],
      [{ ...SETTINGS, denyTTL: -2 }, /denyTTL is -2/],
      [{ ...SETTINGS, allowTTL: "1m" }, /allowTTL must be a whole number, not a string/],
      [{ ...SETTINGS, x: 1 }, /^the file: imagePolicy: unknown field "x"$/],
      [{ ...SETTINGS, defaultAllow: "yes" }, /must be true or false/],
    ] as const
  ) assertThrows(() => read(wrong), message);
});

Deno.test("Verdicts hold for their time, and those that were asked for last are kept", () => {
  let now = 0;
  const verdicts = new Verdicts<number>(() => now);
  verdicts.put("a", 1, 10);
  verdicts.put("none", 1, 0);
  assertEquals([verdicts.get("a"), verdicts.get("none")], [1, undefined]);
  now = 10;
  assertEquals(verdicts.get("a"), undefined);
  verdicts.put("a", 1, 1000);
  for (let count = 0; count < 1024; count++) {
    verdicts.put(`b${count}`, count, 1000);
    if (count === 500) assertEquals(verdicts.get("a"), 1);
  }
  assertEquals([verdicts.get("a"), verdicts.get("b0"), verdicts.get("b1")], [1, undefined, 1]);
});

Deno.test("Verdicts keep no questions: these are as long as pods", () => {
  let longest = 0;
  const { set } = Map.prototype;
  Map.prototype.set = function (key, value) {
    longest = Math.max(longest, String(key).length);
    return set.call(this, key, value);
  };
  try {
    const verdicts = new Verdicts<number>(() => 0);
    const [one, other] = ["a", "b"].map((last) => "x".repeat(1_000_000) + last) as [string, string];
    verdicts.put(one, 1, 10);
    verdicts.put(other, 2, 10);
    assertEquals([verdicts.get(one), verdicts.get(other)], [1, 2]);
  } finally {
    Map.prototype.set = set;
  }
  assert(longest > 0 && longest < 100, `${longest}`);
});

/** A server that asks a webhook which answers so. */
async function asking(
  handler: PeerHandler,
  more: AnyObject,
  body: (send: (write: Write) => Promise<AnyObject>, peer: HttpsPeer) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await using peer = await HttpsPeer.start(handler);
    await Deno.writeTextFile(`${folder}/config`, peer.clientConfig("/images"));
    const imagePolicy = { kubeConfigFile: `${folder}/config`, retryBackoff: 1, ...more };
    await using server = await startTestServer({
      plugins: ["ImagePolicyWebhook"],
      configuration: configurationOf({ ImagePolicyWebhook: { imagePolicy } }),
    });
    await body(async ([, where, object]) => {
      const { status, json } = await server.client.post(
        `/api/v1/namespaces/default/${where}`,
        object,
      );
      return { ...json, answered: status };
    }, peer);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const verdict = (status: AnyObject): PeerHandler => () => ({ body: { status } });
const said = (what: AnyObject): PeerHandler => () => ({
  body: { ...what, status: { allowed: true } },
});

Deno.test("imagePolicyWebhook() refuses what the webhook does", async () => {
  const deny = verdict({ allowed: false, reason: "bad image" });
  await asking(deny, {}, async (send, { requests }) => {
    const { answered, message } = await send(pod("p", "evil"));
    assertEquals(answered, 403);
    assert(message.endsWith("image policy webhook backend denied one or more images: bad image"));
    const [{ path, body }] = requests as [typeof requests[0]];
    assertEquals(path, "/images?timeout=30s");
    const { kind, apiVersion, spec, status } = JSON.parse(body);
    assertEquals([kind, apiVersion], ["ImageReview", "imagepolicy.k8s.io/v1alpha1"]);
    assertEquals(status, { allowed: false });
    assertEquals(spec, { containers: [{ image: "evil" }], namespace: "default" });
  });
  await asking(verdict({}), {}, async (send) => {
    const { message } = await send(pod("p"));
    assert(message.endsWith("one or more images rejected by webhook backend"), message);
  });
});

Deno.test("imagePolicyWebhook() takes an answer that allows nothing for a refusal, not for none", async () => {
  for (
    const answer of [
      {},
      null,
      { status: null },
      { status: {} },
      { status: { allowed: null, reason: null, auditAnnotations: null } },
    ] as AnyObject[]
  ) {
    await asking(() => ({ body: answer }), { defaultAllow: true }, async (send) => {
      const { answered, message } = await send(pod("p"));
      assertEquals(answered, 403, JSON.stringify(answer));
      assert(message.endsWith("one or more images rejected by webhook backend"), message);
    });
  }
  const allowed = { status: { allowed: true, reason: null, auditAnnotations: { a: null } } };
  for (
    const what of [
      {},
      { kind: "ImageReview", apiVersion: "imagepolicy.k8s.io/v1alpha1" },
      { kind: "", apiVersion: null },
      { apiVersion: "imagepolicy.orch.io/v1alpha1" },
    ]
  ) {
    await asking(() => ({ body: { ...what, ...allowed } }), {}, async (send) => {
      assertEquals((await send(pod("p"))).answered, 201, JSON.stringify(what));
    });
  }
});

Deno.test("imagePolicyWebhook() asks once as long as a verdict holds", async () => {
  await asking(verdict({ allowed: true }), {}, async (send, { requests }) => {
    for (const name of ["a", "b"]) assertEquals((await send(pod(name))).answered, 201);
    assertEquals(requests.length, 1);
    const annotations = { "a.image-policy.k8s.io/b": "c", other: "d" };
    await send(pod("c", "i", { annotations }));
    const { spec } = JSON.parse(requests[1]!.body);
    assertEquals(spec.annotations, { "a.image-policy.k8s.io/b": "c" });
  });
});

Deno.test("imagePolicyWebhook() does what its configuration says where there is no verdict", async () => {
  for (
    const broken of [
      () => ({ status: 400, body: "no" }),
      () => ({ body: "text" }),
      verdict({ allowed: "yes" }),
      () => ({ body: [] }),
      said({ kind: "SubjectAccessReview", apiVersion: "authorization.k8s.io/v1" }),
      said({ apiVersion: "imagepolicy.k8s.io/v1" }),
      said({ kind: 1 }),
    ] as PeerHandler[]
  ) {
    await asking(broken, {}, async (send) => {
      assertEquals((await send(pod("p"))).answered, 403);
    });
    await asking(broken, { defaultAllow: true }, async (send) => {
      const { answered, metadata } = await send(pod("p"));
      assertEquals(answered, 201);
      assertEquals(metadata.annotations, { "alpha.image-policy.k8s.io/failed-open": "true" });
    });
  }
});

Deno.test("imagePolicyWebhook() stops the start without a configuration, or with a wrong one", async () => {
  const start = (configurations: Record<string, AnyObject>) => async () => {
    await using _ = await startTestServer({
      plugins: ["ImagePolicyWebhook"],
      configuration: configurationOf(configurations),
    });
  };
  await assertRejects(start({}), /ImagePolicyWebhook has no configuration/);
  const wrong = { ImagePolicyWebhook: { imagePolicy: { kubeConfigFile: "/nowhere/c" } } };
  await assertRejects(start(wrong), /the file: kubeConfigFile: \/nowhere\/c: /);
});
