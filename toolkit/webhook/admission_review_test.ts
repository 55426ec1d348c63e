import { assertEquals } from "../deps/assert.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import { answerAdmission } from "./admission_review.ts";
import { defineWebhook } from "./mod.ts";
import type { ErasedWebhook } from "./webhook.ts";

const QUESTION = {
  apiVersion: "admission.k8s.io/v1",
  request: { uid: "u", operation: "CREATE", object: { data: { size: "small" } } },
};

// deno-lint-ignore no-explicit-any -- what an assignment of such a value comes to
const RETURNED: readonly any[] = ["large", [{ field: "data", message: "is wrong" }], {}, 0];

Deno.test("answerAdmission() takes nothing that mutate returns for a verdict", async () => {
  for (const returned of RETURNED) {
    const webhook = defineWebhook({
      for: ConfigMap,
      mutate({ object }) {
        object.data = { size: "large" };
        return returned;
      },
    }) as ErasedWebhook;
    const { signal } = new AbortController();
    const { response } = await answerAdmission(webhook, "mutate", QUESTION, signal);
    const patch = JSON.parse(atob(response?.patch ?? ""));
    assertEquals([response?.allowed, patch], [true, [
      { op: "replace", path: "/data/size", value: "large" },
    ]]);
  }
});
