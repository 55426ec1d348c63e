/**
 * Requests for certificates and tokens that were made long ago: whoever cleans them up, the same is left.
 *
 * @module
 */

import {
  CertificateSigningRequest,
  type Client,
  ConfigMap,
  Namespace,
  Pod,
  Secret,
  ServiceAccount,
} from "../../mod.ts";
import { makeCertificate, makeSigningRequest } from "../../toolkit/certificates/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import type { ObjectScenario } from "./account_scenarios.ts";
import type { Before } from "./earlier_server.ts";
import { HELD } from "./stage.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Where everything is that was made before. */
const NAMESPACE = "old";
const SYSTEM = "kube-system";

const timeAgo = (ms: number) => new Date(systemClock.now() - ms).toISOString().replace(/\.\d+/, "");
const dayAgo = (days: number) => timeAgo(days * DAY_MS).slice(0, 10);

/** A request that was made so long ago, and what was said of it then. */
interface OldRequest {
  readonly madeMs: number;
  /** When it was said, by what was said. */
  readonly said?: Readonly<Record<string, number>>;
  /** How long the certificates still hold that were issued. */
  readonly issued?: readonly number[];
}

const STAYING: Readonly<Record<string, OldRequest>> = {
  "pending-23h": { madeMs: 23 * HOUR_MS },
  "approved-2h": { madeMs: 72 * HOUR_MS, said: { Approved: 2 * HOUR_MS } },
  "approved-23h": { madeMs: 72 * HOUR_MS, said: { Approved: 23 * HOUR_MS } },
  "denied-50m": { madeMs: 72 * HOUR_MS, said: { Denied: 50 * MINUTE_MS } },
  "failed-50m": { madeMs: 72 * HOUR_MS, said: { Failed: 50 * MINUTE_MS } },
  "issued-50m": { madeMs: 72 * HOUR_MS, said: { Approved: 50 * MINUTE_MS }, issued: [DAY_MS] },
  "first-holds": {
    madeMs: 72 * HOUR_MS,
    said: { Approved: 50 * MINUTE_MS },
    issued: [DAY_MS, -HOUR_MS],
  },
  "something-else": { madeMs: 72 * HOUR_MS, said: { "example.com/seen": 72 * HOUR_MS } },
  "expired-not-approved": {
    madeMs: 72 * HOUR_MS,
    said: { "example.com/seen": 72 * HOUR_MS },
    issued: [-HOUR_MS],
  },
};

const GOING: Readonly<Record<string, OldRequest>> = {
  "pending-25h": { madeMs: 25 * HOUR_MS },
  "approved-25h": { madeMs: 72 * HOUR_MS, said: { Approved: 25 * HOUR_MS } },
  "denied-70m": { madeMs: 2 * HOUR_MS, said: { Denied: 70 * MINUTE_MS } },
  "failed-70m": { madeMs: 2 * HOUR_MS, said: { Failed: 70 * MINUTE_MS } },
  "issued-70m": { madeMs: 2 * HOUR_MS, said: { Approved: 70 * MINUTE_MS }, issued: [DAY_MS] },
  "approved-and-failed": {
    madeMs: 72 * HOUR_MS,
    said: { Approved: 2 * HOUR_MS, Failed: 70 * MINUTE_MS },
  },
  "expired": { madeMs: 2 * HOUR_MS, said: { Approved: 10 * MINUTE_MS }, issued: [-MINUTE_MS] },
  "first-expired": {
    madeMs: 2 * HOUR_MS,
    said: { Approved: 10 * MINUTE_MS },
    issued: [-MINUTE_MS, DAY_MS],
  },
  "issued-unapproved": { madeMs: 25 * HOUR_MS, issued: [DAY_MS] },
};

/** Makes all of them. */
export const oldRequests: Before = async (client, ago) => {
  const pem = await makeSigningRequest({ commonName: "jane", organizations: [] });
  const spec = {
    request: new TextEncoder().encode(pem).toBase64(),
    signerName: "example.com/signer",
    usages: ["client auth"],
  };
  for (const [name, { madeMs, said = {}, issued }] of Object.entries({ ...STAYING, ...GOING })) {
    ago(madeMs);
    await client.create(CertificateSigningRequest, { metadata: { name }, spec } as never);
    const conditions = Object.entries(said).map(([type, ms]) => ({
      type,
      status: "True",
      reason: "Tested",
      message: `it is ${type}`,
      lastUpdateTime: timeAgo(ms),
    }));
    const say = (status: object, subresource = "status") =>
      client.patch(CertificateSigningRequest, name, { status } as never, { subresource } as never);
    const decided = conditions.filter(({ type }) => type === "Approved" || type === "Denied");
    if (decided.length > 0) await say({ conditions: decided }, "approval");
    if (conditions.length > decided.length) await say({ conditions });
    if (issued === undefined) continue;
    const texts = await Promise.all(issued.map(async (ms) => {
      const now = new Date(systemClock.now() + ms - DAY_MS);
      return (await makeCertificate({ commonName: "jane", now, days: 1 })).certificate;
    }));
    const certificate = new TextEncoder().encode(texts.join("")).toBase64();
    await say({ certificate });
  }
};

/** A token in a secret, and what is known of it. */
interface OldToken {
  /** Days since it was made. Default: more than two years. */
  readonly madeDays?: number;
  readonly lastUsed?: string;
  readonly invalidSince?: string;
  /** Default: the account that is there. */
  readonly account?: string;
  /** The uid of the account. Default: none is named. */
  readonly uid?: string;
  /** Default: the account names it. */
  readonly isUnnamed?: boolean;
  readonly type?: string;
  readonly isGoing?: boolean;
}

const YEAR_DAYS = 365;
const ROBOT = "robot";

const TOKENS: Readonly<Record<string, OldToken>> = {
  "never-used": {},
  "used-yesterday": { lastUsed: dayAgo(1) },
  "used-a-year-ago": { lastUsed: dayAgo(YEAR_DAYS) },
  "used-before": { lastUsed: dayAgo(YEAR_DAYS + 1) },
  "used-long-ago": { lastUsed: dayAgo(700) },
  "used-some-day": { lastUsed: "some-day" },
  "used-on-no-day": { lastUsed: "2020-02-30" },
  "used-in-short": { lastUsed: "2020-1-1" },
  "used-at-a-time": { lastUsed: "2020-01-01T00" },
  "used-on-nothing": { lastUsed: "" },
  "made-a-day-ago": { madeDays: 1 },
  "made-364-days-ago": { madeDays: YEAR_DAYS - 1 },
  "made-366-days-ago": { madeDays: YEAR_DAYS + 1 },
  "invalid-today": { invalidSince: dayAgo(0) },
  "invalid-for-a-month": { invalidSince: dayAgo(30) },
  "invalid-for-a-year": { invalidSince: dayAgo(YEAR_DAYS) },
  "invalid-for-more": { invalidSince: dayAgo(YEAR_DAYS + 1) },
  "invalid-for-long": { invalidSince: dayAgo(700), lastUsed: dayAgo(800) },
  "invalid-but-used": { invalidSince: dayAgo(700), lastUsed: dayAgo(5) },
  "invalid-some-day": { invalidSince: "some-day" },
  "invalid-on-no-day": { invalidSince: "2021-02-29" },
  "invalid-for-long-and-unnamed": { invalidSince: dayAgo(700), isUnnamed: true },
  "invalid-for-long-and-going": { invalidSince: dayAgo(700), isGoing: true },
  "invalid-for-long-and-mounted": { invalidSince: dayAgo(700) },
  "unnamed": { isUnnamed: true },
  "of-nobody": { account: "nobody" },
  "of-another-uid": { uid: "01234567-89ab-4cde-8f01-23456789abcd" },
  "of-its-uid": { uid: "its" },
  "plain": { type: "Opaque" },
  "going": { isGoing: true },
  "mounted": {},
  "mounted-projected": {},
  "mounted-by-the-dead": {},
  "in-a-variable": {},
  "in-variables": {},
  "to-pull": {},
  "named-elsewhere": {},
};

/** Who uses which. */
const container = (more: object = {}) => ({ containers: [{ name: "c", image: "c", ...more }] });
const volumes = (...all: object[]) => ({
  ...container(),
  volumes: all.map((one, at) => ({ name: `v${at}`, ...one })),
});
const PODS: Readonly<Record<string, object>> = {
  "by-volume": volumes({ secret: { secretName: "mounted" } }, {
    secret: { secretName: "invalid-for-long-and-mounted" },
  }),
  "by-projection": volumes({
    projected: { sources: [{ secret: { name: "mounted-projected" } }] },
  }),
  "dead": volumes({ secret: { secretName: "mounted-by-the-dead" } }),
  "by-variable": container({
    env: [{ name: "A", valueFrom: { secretKeyRef: { name: "in-a-variable", key: "a" } } }],
  }),
  "by-variables": container({ envFrom: [{ secretRef: { name: "in-variables" } }] }),
  "by-pulling": { ...container(), imagePullSecrets: [{ name: "to-pull" }] },
};

/** The last day on which a server can have begun to note their use for them to be told of, and the day after. */
export const TRACKED_SINCE = { justEarly: dayAgo(YEAR_DAYS + 1), tooLate: dayAgo(YEAR_DAYS) };

/** Makes all of them, on a server that has noted their use for three years, or since a day. */
export function oldTokens(since = dayAgo(3 * YEAR_DAYS)): Before {
  return async (client, ago) => {
    for (const name of [SYSTEM, NAMESPACE, `${NAMESPACE}er`]) {
      await client.create(Namespace, { metadata: { name } });
    }
    await client.create(ConfigMap, {
      metadata: { name: "kube-apiserver-legacy-service-account-token-tracking", namespace: SYSTEM },
      data: { since },
    });
    const namespace = NAMESPACE;
    const { metadata } = await client.create(ServiceAccount, {
      metadata: { name: ROBOT, namespace },
      secrets: Object.entries(TOKENS).filter(([, { isUnnamed }]) => isUnnamed !== true)
        .map(([name]) => ({ name })),
    });
    for (const [name, token] of Object.entries(TOKENS)) {
      ago((token.madeDays ?? 800) * DAY_MS);
      await makeToken(client, name, token, metadata.uid!);
    }
    ago(0);
    for (const [name, spec] of Object.entries(PODS)) {
      await client.create(Pod, { metadata: { name, namespace }, spec } as never);
    }
    await client.create(Pod, {
      metadata: { name: "elsewhere", namespace: `${NAMESPACE}er` },
      spec: volumes({ secret: { secretName: "named-elsewhere" } }),
    } as never);
    await client.patch(Pod, { name: "dead", namespace }, { status: { phase: "Failed" } } as never, {
      subresource: "status",
    } as never);
  };
}

async function makeToken(
  client: Client,
  name: string,
  { lastUsed, invalidSince, account = ROBOT, uid, type, isGoing = false }: OldToken,
  itsUid: string,
): Promise<void> {
  const prefix = "kubernetes.io";
  await client.create(Secret, {
    metadata: {
      name,
      namespace: NAMESPACE,
      annotations: {
        [`${prefix}/service-account.name`]: account,
        ...(uid !== undefined && {
          [`${prefix}/service-account.uid`]: uid === "its" ? itsUid : uid,
        }),
      },
      labels: {
        ...(lastUsed !== undefined && { [`${prefix}/legacy-token-last-used`]: lastUsed }),
        ...(invalidSince !== undefined && {
          [`${prefix}/legacy-token-invalid-since`]: invalidSince,
        }),
      },
      ...(isGoing && { finalizers: [HELD] }),
    },
    type: type ?? "kubernetes.io/service-account-token",
  } as never);
  if (isGoing) await client.delete(Secret, { name, namespace: NAMESPACE });
}

/** Nothing is done there, but what is left of it is compared. */
export const REQUEST_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  async "old requests for certificates"(stage) {
    for (const name of [...Object.keys(STAYING), ...Object.keys(GOING)]) {
      stage.elsewhere(CertificateSigningRequest, undefined, name);
    }
    const isGone = (one: unknown) => one === undefined;
    for (const name of Object.keys(GOING)) {
      await stage.client.waitFor(CertificateSigningRequest, name, isGone, { timeout: "60s" });
    }
    await stage.pass(2);
    for (const name of Object.keys(STAYING)) {
      assert(await stage.client.find(CertificateSigningRequest, name) !== undefined, name);
    }
  },
};

/** The same for tokens. */
export const TOKEN_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  async "old tokens"(stage) {
    for (const name of Object.keys(TOKENS)) stage.elsewhere(Secret, NAMESPACE, name);
    const at = (name: string) => ({ name, namespace: NAMESPACE });
    for (const name of ["invalid-for-more", "invalid-for-long"]) {
      await stage.client.waitFor(Secret, at(name), (one) => one === undefined, { timeout: "60s" });
    }
    await stage.pass(2);
    const { metadata } = await stage.client.get(Secret, at("never-used"));
    assertEquals(metadata.labels?.["kubernetes.io/legacy-token-invalid-since"], dayAgo(0));
  },
};

/** Where their use was noted for less than a year, nothing is done to them. */
export const UNTRACKED_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  async "tokens whose use was not noted for long enough"(stage) {
    for (const name of Object.keys(TOKENS)) stage.elsewhere(Secret, NAMESPACE, name);
    await stage.pass(10);
  },
};
