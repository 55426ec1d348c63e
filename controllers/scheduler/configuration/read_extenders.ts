/**
 * The extenders of a configuration file.
 *
 * @module
 */

import type { schedulerConfigV1 } from "../../../toolkit/api/config/scheduler_config_v1.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { checkLabelKey } from "../../../toolkit/validation/mod.ts";
import { parseDurationMs } from "../../../toolkit/values/mod.ts";
import type { ExtenderSettings, ExtenderTls, PemSource } from "../extenders/extender_settings.ts";

/** What extenders are, and which resources of theirs the scheduler does not count. */
export interface Extenders {
  readonly settings: readonly ExtenderSettings[];
  readonly ignoredResources: readonly string[];
}

type Extender = schedulerConfigV1.Extender;
type Wrong = (error: FieldError) => void;

const TIMEOUT_MS = 5000;

/** Reads them; `wrong` is told of what can't be. */
export function readExtenders(
  extenders: readonly Extender[],
  names: Names,
  wrong: Wrong,
): Extenders {
  const path = FieldPath.of("extenders");
  const seen = new Set<string>();
  const settings = extenders.map((extender, index) =>
    readExtender(extender, path.index(index), seen, names, wrong)
  );
  const binders = extenders.filter(({ bindVerb }) => bindVerb).length;
  if (binders > 1) {
    const found = `found ${binders} extenders implementing bind`;
    wrong(FieldError.invalid(path, found, "only one extender can implement bind"));
  }
  const managed = extenders.flatMap(({ managedResources = [] }) => managedResources);
  const ignored = managed.filter(({ ignoredByScheduler }) => ignoredByScheduler);
  return { settings, ignoredResources: ignored.map(({ name }) => name) };
}

function readExtender(
  extender: Extender,
  path: FieldPath,
  seen: Set<string>,
  names: Names,
  wrong: Wrong,
): ExtenderSettings {
  const { urlPrefix, prioritizeVerb = "", managedResources = [], httpTimeout } = extender;
  const weight = Number(extender.weight ?? 0);
  if (prioritizeVerb !== "" && weight <= 0) {
    const why = "must have a positive weight applied to it";
    wrong(FieldError.invalid(path.child("weight"), weight, why));
  }
  const url = URL.parse(urlPrefix);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
  if (!isUsable) {
    const why = "must be an http or https address, without a user and a query";
    wrong(FieldError.unshown(path.child("urlPrefix"), why));
  }
  for (const [at, { name }] of managedResources.entries()) {
    const where = path.child("managedResources").index(at).child("name");
    for (const why of checkLabelKey(name)) wrong(FieldError.invalid(where, name, why));
    const isNative = !name.includes("/") || name.includes(`${names.domain}/`);
    if (isNative || name.startsWith("requests.")) {
      wrong(FieldError.invalid(where, name, "is an invalid extended resource name"));
    }
    if (seen.has(name)) {
      wrong(FieldError.invalid(where, name, "duplicate extender managed resource name"));
    }
    seen.add(name);
  }
  const timeoutMs = httpTimeout ? parseDurationMs(String(httpTimeout)) : 0;
  if (timeoutMs < 0) {
    wrong(FieldError.invalid(path.child("httpTimeout"), httpTimeout, "must not be negative"));
  }
  return {
    url: url ?? new URL("http://invalid"),
    verbs: {
      filter: extender.filterVerb ?? "",
      prioritize: prioritizeVerb,
      preempt: extender.preemptVerb ?? "",
      bind: extender.bindVerb ?? "",
    },
    weight,
    timeoutMs: timeoutMs || TIMEOUT_MS,
    nodeCacheCapable: extender.nodeCacheCapable ?? false,
    managedResources: managedResources.map(({ name }) => name),
    ignorable: extender.ignorable ?? false,
    tls: readTls(extender, path.child("tlsConfig"), wrong),
  };
}

function readTls(
  { tlsConfig = {}, enableHTTPS = false }: Extender,
  path: FieldPath,
  wrong: Wrong,
): ExtenderTls {
  const source = (name: "ca" | "cert" | "key"): PemSource => ({
    text: textOf(tlsConfig[`${name}Data`] ?? "", path.child(`${name}Data`), wrong),
    file: tlsConfig[`${name}File`] ?? "",
  });
  const [authorities, certificate, key] = [source("ca"), source("cert"), source("key")];
  if (tlsConfig.insecure && isGiven(authorities)) {
    wrong(
      FieldError.forbidden(path.child("insecure"), "may not be true where authorities are said"),
    );
  }
  if (isGiven(certificate) !== isGiven(key)) {
    wrong(FieldError.unshown(path, "a certificate and its key go together"));
  }
  return {
    // As in the reference: whoever only asks for HTTPS takes any certificate.
    insecure: tlsConfig.insecure === true || enableHTTPS && !isGiven(authorities),
    serverName: tlsConfig.serverName ?? "",
    authorities,
    certificate,
    key,
  };
}

function isGiven({ text, file }: PemSource): boolean {
  return text !== "" || file !== "";
}

function textOf(base64: string, path: FieldPath, wrong: Wrong): string {
  try {
    return atob(base64);
  } catch {
    wrong(FieldError.unshown(path, "must be base64"));
    return "";
  }
}
