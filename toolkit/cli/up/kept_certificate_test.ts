import { assertEquals } from "../../deps/assert.ts";
import {
  type CertificateOptions,
  makeAuthority,
  makeCertificate,
  USAGE,
} from "../../certificates/mod.ts";
import { whyRenew } from "./kept_certificate.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

const root = await makeAuthority("root", NOW);
const namesake = await makeAuthority("root", NOW);

const WANTED: CertificateOptions = {
  commonName: "server",
  organizations: ["a", "b"],
  hosts: ["localhost", "127.0.0.1", "::1", "2001:DB8::0:1"],
  usages: [USAGE.server],
  now: NOW,
};

const pair = await makeCertificate(WANTED, root);
const other = await makeCertificate(WANTED, root);

const CASES: [name: string, wanted: Partial<CertificateOptions>, why: string | undefined][] = [
  ["all as it was", {}, undefined],
  ["fewer addresses", { hosts: ["127.0.0.1"] }, undefined],
  ["an address spelled in another way", { hosts: ["0:0::1", "LOCALHOST"] }, undefined],
  ["another address", { hosts: ["127.0.0.1", "10.0.0.9", "host"] }, "lacked 10.0.0.9, host"],
  ["another name", { commonName: "client" }, "was for another name"],
  ["another organization", { organizations: ["a"] }, "was for another name"],
  ["another use", { usages: [USAGE.client] }, "was for another use"],
  ["days before its end", { now: inDays(334) }, undefined],
  ["near its end", { now: inDays(336) }, "expires on 2027-11-21"],
  ["past its end", { now: inDays(366) }, "expired on 2027-11-21"],
  ["a clock that was set back", { now: inDays(-1) }, "was not valid yet"],
];

for (const [name, wanted, why] of CASES) {
  Deno.test(`whyRenew(): ${name}`, () => {
    assertEquals(whyRenew(pair, { ...WANTED, ...wanted }, root), why);
  });
}

Deno.test("whyRenew() sees damage, another key and another authority", () => {
  const { certificate, key } = pair;
  assertEquals(whyRenew(pair, WANTED, namesake), "was of another authority");
  assertEquals(whyRenew({ certificate, key: other.key }, WANTED, root), "has another key");
  for (
    const damaged of [
      { certificate: "", key },
      { certificate: certificate.slice(0, 200), key },
      { certificate: certificate.replace(/[A-Z]{3}/g, "AAA"), key },
      { certificate, key: "" },
      { certificate: key, key },
    ]
  ) assertEquals(whyRenew(damaged, WANTED, root), "was damaged");
});
