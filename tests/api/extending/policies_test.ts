/** Policies that see custom resources in another version than the one in which these are written. */
import { startTestServer } from "../../../testing/api_server.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { apply, GROUP, install, type Kind, validations } from "../policies.ts";
import {
  definitionOf,
  gadget,
  gadgets,
  install as installDefinition,
  versionOf,
} from "./definitions.ts";
import { WebhookServer } from "./webhook_server.ts";

/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

const matchConstraints = {
  resourceRules: [{
    apiGroups: ["example.com"],
    apiVersions: ["v2"],
    resources: ["gadgets"],
    operations: ["CREATE"],
  }],
};

const RULES: readonly (readonly [Kind, object, code: number])[] = [
  ["validating", validations("object.apiVersion == 'example.com/v2'"), 422],
  ["mutating", { mutations: [apply("Object{spec: Object.spec{mode: 'fast'}}")] }, 403],
];

for (const [kind, spec, code] of RULES) {
  Deno.test(
    `a ${kind} policy does as it is to when an object can't be converted for it`,
    LOOSE,
    async () => {
      let breaks = false;
      await using webhook = await WebhookServer.start((review) => ({
        ...review,
        response: {
          uid: review.request.uid,
          ...(breaks ? { result: { status: "Failure", message: "no way" } } : {
            result: { status: "Success" },
            convertedObjects: review.request.objects.map((object: object) => ({
              ...object,
              apiVersion: review.request.desiredAPIVersion,
            })),
          }),
        },
      }));
      await using server = await startTestServer();
      const { client } = server;
      await installDefinition(
        client,
        definitionOf({
          versions: [versionOf("v1"), versionOf("v2")],
          conversion: {
            strategy: "Webhook",
            webhook: { clientConfig: webhook.clientConfig, conversionReviewVersions: ["v1"] },
          },
        }),
      );
      await install(server, kind, "converted", { matchConstraints, ...spec });
      assertEquals((await client.post(gadgets(), gadget("a"))).status, 201);
      assert(webhook.reviews.length > 0);
      breaks = true;
      const refused = await client.post(gadgets(), gadget("b"));
      assertEquals(refused.status, code, refused.text);
      const why = /failed to configure binding: failed to convert object version: .*no way/;
      assert(why.test(refused.json.message), refused.json.message);
      const path = `${GROUP}/${kind}admissionpolicies`;
      await client.patch(`${path}/converted`, "merge", { spec: { failurePolicy: "Ignore" } });
      await client.get(path);
      const open = await client.post(gadgets(), gadget("b"));
      assertEquals(open.status, 201, open.text);
    },
  );

  Deno.test(`a ${kind} policy is about versions of custom resources that come later`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    const never = kind === "validating"
      ? validations("false")
      : { mutations: [apply("Object{spec: Object.spec{nothing: 1}}")] };
    // It is there before what it is about.
    await install(server, kind, "never", { matchConstraints, ...never });
    await installDefinition(client, definitionOf());
    assertEquals((await client.post(gadgets(), gadget("a"))).status, 201);
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.example.com";
    const versions = [versionOf("v1"), versionOf("v2")];
    const changed = await client.patch(path, "merge", { spec: { versions } });
    assertEquals(changed.status, 200, changed.text);
    // The new version makes the old one equivalent to what the policy is about.
    await client.get(gadgets("v2"));
    const { status, text } = await client.post(gadgets(), gadget("b"));
    assertEquals(status, code, text);
  });
}
