import { metricSeries } from "../../testing/metric_samples.ts";
import { assertEquals } from "../deps/assert.ts";
import { Registry } from "../metrics/mod.ts";
import { declareAuthenticationMetrics } from "./authentication_metrics.ts";
import type { Identity } from "./authenticator.ts";

const of = (name: string) => ({ name, uid: "", groups: [], extra: {} });

Deno.test("what came of credentials is counted, and of users only what is no name of a person", () => {
  const registry = new Registry();
  const tell = declareAuthenticationMetrics(registry);
  for (
    const name of ["admin", "kubelet", "jane@example.com", "system:node:a", "jane", "kubelet-a"]
  ) {
    const user = of(name);
    tell({ is: "known", user }, user, 2);
  }
  const refused: Identity = { is: "refused", reason: "no" };
  tell(refused, undefined, 4);
  tell({ is: "absent" }, undefined, 4);
  assertEquals(metricSeries(registry, "authenticated_user", "authentication_attempts"), {
    'authenticated_user_requests{username="admin"}': 1,
    'authenticated_user_requests{username="kubelet"}': 1,
    'authenticated_user_requests{username="email_id"}': 1,
    'authenticated_user_requests{username="other"}': 3,
    'authentication_attempts{result="success"}': 6,
    'authentication_attempts{result="error"}': 1,
    'authentication_attempts{result="failure"}': 1,
  });
  assertEquals(metricSeries(registry, "authentication_duration_seconds_sum"), {
    'authentication_duration_seconds_sum{result="success"}': 0.012,
    'authentication_duration_seconds_sum{result="error"}': 0.004,
    'authentication_duration_seconds_sum{result="failure"}': 0.004,
  });
});
