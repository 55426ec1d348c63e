import { assertEquals } from "../../toolkit/deps/assert.ts";
import { shortenedBy } from "./own_service.ts";

const OWN = { namespace: "default", name: "kubernetes", port: 443 };
const HERE = { host: "127.0.0.1", port: 6443 };
const THERE = { host: "10.0.0.1", port: 443 };

for (
  const [name, service, place, expected] of [
    ["the server's own service", OWN, HERE, HERE],
    ["its own service before it listens", OWN, undefined, THERE],
    ["another port of its own service", { ...OWN, port: 444 }, HERE, THERE],
    ["another service", { ...OWN, name: "other" }, HERE, THERE],
    ["a service of that name elsewhere", { ...OWN, namespace: "other" }, HERE, THERE],
  ] as const
) {
  Deno.test(`shortenedBy() finds ${name}`, () => {
    assertEquals(shortenedBy(OWN, () => place, () => THERE)(service), expected);
  });
}
