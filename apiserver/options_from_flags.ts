/**
 * From the flags of the process to what the server is started with.
 *
 * @module
 */

import { certificatesOfPem } from "../toolkit/certificates/mod.ts";
import { readFlagFile } from "../toolkit/flags/mod.ts";
import { shownFlags } from "../toolkit/flags/shown_flags.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../toolkit/names.ts";
import { openCertificates, servingOptionsFromFlags } from "../toolkit/serving/mod.ts";
import { checkPluginFlags } from "./admission/chosen.ts";
import { readPluginConfigurations } from "./admission/configuration/mod.ts";
import { ADMISSION_PLUGINS } from "./admission/plugins.ts";
import { REFUSE_PRIVILEGED } from "./admission/security/privileged.ts";
import {
  type AuthenticatorConfiguration,
  authenticatorOf,
  AUTHENTICATORS,
  TOKEN_AUTHENTICATORS,
} from "./authentication/plugins.ts";
import { AuthenticationFile } from "./authentication/configuration/authentication_file.ts";
import {
  identityHeaderNotices,
  identityHeadersOf,
} from "../toolkit/authentication/request_header.ts";
import { accountSettings, tokenDiscoveryOf } from "./authentication/serviceaccount/mod.ts";
import { authorizerOf } from "./authorization/plugins.ts";
import { isPortIn } from "./addresses/mod.ts";
import {
  type AuthenticationSettings,
  checkServiceFamily,
  checkServiceRanges,
  type EndpointReconciler,
  firstServiceAddress,
} from "./bootstrap/mod.ts";
import { ClientIdentityFile } from "./callout/mod.ts";
import { nodeAgentsFromFlags } from "./connect/mod.ts";
import { createPriorityAndFairness } from "./flowcontrol/create.ts";
import { inFlightGate } from "./flowcontrol/in_flight.ts";
import { switchFeatures } from "../toolkit/process/feature_gates.ts";
import { checkIssuerFlags } from "./flags/authentication.ts";
import { checkAuthorizationFlags } from "./flags/authorization.ts";
import { FEATURES } from "./flags/features.ts";
import { apiServerFlags } from "./flags/mod.ts";
import { byteRate } from "./connect/byte_rate.ts";
import { switchedResources } from "./runtime_config.ts";
import type { ApiServerOptions } from "./server.ts";
import { serverIdentity } from "./bootstrap/server_identity.ts";
import type { ServerContext } from "./server_context.ts";
import { allowOrigins } from "./filters/allow_origins.ts";
import { openEgress } from "./egress/mod.ts";
import { type Encryption, type EncryptionOptions, openEncryption } from "./encryption/mod.ts";
import { auditingFromFlags } from "./open_auditing.ts";
import { openStores } from "./open_stores.ts";
import { chosenPlugins, createPlugins, pluginsOf } from "./plugin.ts";
import { watchCacheSizes } from "./watch_cache_sizes.ts";
import type { ApiServerFlagValues, Surroundings } from "./surroundings.ts";
import { normalizePrefix, type StoreSet } from "./storage/mod.ts";

/** Reads files, opens the store, and puts everything together. Throws, naming the flag or file. */
export async function optionsFromFlags(
  values: ApiServerFlagValues,
  surroundings: Surroundings,
): Promise<ApiServerOptions> {
  const { dialect, clock, logger } = surroundings;
  refuseUnsafe(values, dialect);
  checkIssuerFlags(values, surroundings.given);
  const plan = servingOptionsFromFlags(values);
  for (const notice of plan.notices) logger.warning("Note on a flag", { notice });
  if (plan.listen === undefined) throw new Error("--secure-port can't be 0: it is the only port");
  const features = switchFeatures(FEATURES, values["feature-gates"]);
  for (const notice of features.notices) logger.warning("Note on a feature gate", { notice });
  const isServed = switchedResources(values["runtime-config"], dialect);
  const windowFor = watchCacheSizes(values, dialect);
  const admission = await admissionOf(values, dialect);
  const bootstrap = await bootstrapOf(values);
  const identityHeaders = identityHeadersOf(values);
  for (const notice of identityHeaderNotices(identityHeaders)) logger.warning(notice);
  const accounts = await accountSettings(values, surroundings);
  const tokenDiscovery = tokenDiscoveryOf(values, accounts, {
    isOn: features.on.has("ServiceAccountIssuerDiscovery"),
    externalAddress: externalAddress(values, bootstrap),
    logger,
  });
  const metrics = new Registry({
    disabled: values["disabled-metrics"],
    allowLabels: values["allow-metric-labels"],
    showHiddenFor: values["show-hidden-metrics-for-version"],
  });
  const egress = await openEgress({
    path: values["egress-selector-config-file"],
    environment: surroundings.environment,
    dialect,
    metrics,
    clock,
  });
  const file = await AuthenticationFile.open(values, {
    ...surroundings,
    egress,
    taken: accounts.issuers,
  });
  const configuration = { flags: values, accounts, file };
  const served = { features: features.on, isServed };
  const audit = auditingFromFlags(values, surroundings, served);
  // What can't be read is told before anything is opened.
  allowOrigins(values["cors-allowed-origins"]);
  checkAuthorizationFlags(values, surroundings.given);
  const flowControl = flowControlOf(values, features.on.has("APIPriorityAndFairness"));
  const tls = await openCertificates(plan, {
    hosts: certificateHosts(bootstrap, dialect),
    baseName: "apiserver",
    clientAuthorityFiles: [values["client-ca-file"], values["requestheader-client-ca-file"]]
      .filter((path) => path !== ""),
    clock,
    logger,
  });
  const nodeAgents = await nodeAgentsFromFlags(values, surroundings);
  const identity = await proxyIdentity(values, surroundings);
  const storePrefix = normalizePrefix(values["store-prefix"]);
  let stores: StoreSet;
  let encryption: Encryption | undefined;
  try {
    encryption = await encryptionOf(values, { ...surroundings, storePrefix, metrics });
    stores = await openStores(values, surroundings, egress);
  } catch (error) {
    encryption?.close();
    identity?.close();
    nodeAgents.close();
    await tls.close();
    throw error;
  }
  return {
    dialect,
    shownFlags: shownFlags(apiServerFlags, values, dialect),
    stores,
    egress,
    storePrefix,
    ...(encryption !== undefined && { encryption }),
    storageMediaType: values["storage-media-type"] || NAMES[dialect].protobufMediaType,
    serving: { listen: plan.listen, tls, minVersion: plan.minVersion, limits: plan.limits },
    clock,
    logger,
    metrics,
    authenticator: (context) => authenticator(context, configuration),
    authorizer: (context) => authorizerOf(context, values),
    ...admission,
    allowAnonymous: file === undefined
      ? values["anonymous-auth"]
      : (path) => file.allowsAnonymous(path),
    identityHeaders,
    tokenIssuer: accounts.tokenIssuer,
    tokenDiscovery,
    audit,
    flowControl,
    isServed,
    features: features.on,
    windowFor,
    requestTimeoutMs: values["request-timeout"],
    minWatchMs: values["min-request-timeout"] * 1000,
    deleteCollectionWorkers: Math.max(values["delete-collection-workers"], 1),
    countIntervalMs: values["store-count-metric-poll-period"],
    eventTtlMs: values["event-ttl"],
    logProblem: () => surroundings.logProblem(),
    setVerbosity: (level) => surroundings.setVerbosity?.(level),
    livezGraceMs: values["livez-grace-period"],
    shutdownDelayMs: values["shutdown-delay-duration"],
    goawayChance: values["goaway-chance"],
    throttle: byteRate(values["max-connection-bytes-per-sec"], clock),
    profiling: values.profiling,
    corsAllowedOrigins: values["cors-allowed-origins"],
    externalAddress: externalAddress(values, bootstrap),
    collectsDependents: values["enable-garbage-collector"],
    bootstrap,
    ...(identity !== undefined && { proxyIdentity: identity }),
    nodeAgents,
    routesToEndpoints: values["enable-aggregator-routing"],
  };
}

async function authenticator(context: ServerContext, configuration: AuthenticatorConfiguration) {
  const requests = pluginsOf(await createPlugins(AUTHENTICATORS, context, configuration));
  const tokens = pluginsOf(await createPlugins(TOKEN_AUTHENTICATORS, context, configuration));
  return await authenticatorOf(context, configuration, requests, tokens);
}

/**
 * Throws on flags that protect something and are not built yet: a server that started without them
 * would be open where it is believed to be closed.
 */
function refuseUnsafe(values: ApiServerFlagValues, dialect: Dialect): void {
  const backend = values["storage-backend"];
  if (backend !== "" && backend !== NAMES[dialect].storageBackend) {
    throw new Error(
      `--storage-backend=${backend}: only ${NAMES[dialect].storageBackend} is known`,
    );
  }
}

/** How requests are let in. */
function flowControlOf(
  values: ApiServerFlagValues,
  isFeatureOn: boolean,
): ApiServerOptions["flowControl"] {
  const reading = values["max-requests-inflight"];
  const writing = values["max-mutating-requests-inflight"];
  if (!isFeatureOn || !values["enable-priority-and-fairness"]) {
    return () => inFlightGate({ reading, writing });
  }
  const seats = reading + writing;
  if (seats === 0) {
    throw new Error(
      "--max-requests-inflight and --max-mutating-requests-inflight can't both be 0 with " +
        "--enable-priority-and-fairness: their sum is the number of seats",
    );
  }
  const requestTimeoutMs = values["request-timeout"];
  return (context) => createPriorityAndFairness(context, { seats, requestTimeoutMs });
}

/** The admission plugins that are on, and what they are told. */
async function admissionOf(
  values: ApiServerFlagValues,
  dialect: Dialect,
): Promise<Pick<ApiServerOptions, "admission" | "admissionConfiguration">> {
  const enabled = values["enable-admission-plugins"];
  const disabled = values["disable-admission-plugins"];
  checkPluginFlags(enabled, disabled);
  const path = values["admission-control-config-file"];
  return {
    admission: [
      ...values["allow-privileged"] ? [] : [REFUSE_PRIVILEGED],
      ...chosenPlugins(ADMISSION_PLUGINS, enabled, disabled),
    ],
    admissionConfiguration: {
      plugins: await readPluginConfigurations(path, dialect, ADMISSION_PLUGINS),
      notReadySeconds: values["default-not-ready-toleration-seconds"],
      unreachableSeconds: values["default-unreachable-toleration-seconds"],
    },
  };
}

/** Encryption of stored values; undefined: there is none. */
async function encryptionOf(
  values: ApiServerFlagValues,
  around: Omit<EncryptionOptions, "path" | "serverId" | "uid">,
): Promise<Encryption | undefined> {
  const path = values["encryption-provider-config"];
  if (path === "") return undefined;
  return await openEncryption({
    ...around,
    path,
    serverId: serverIdentity(Deno.hostname(), NAMES[around.dialect]),
    uid: () => crypto.randomUUID(),
  });
}

/** The services' range where none is given, as in the reference. */
const DEFAULT_SERVICE_RANGE = "10.0.0.0/24";

async function bootstrapOf(
  values: ApiServerFlagValues,
): Promise<NonNullable<ApiServerOptions["bootstrap"]>> {
  const given = values["service-cluster-ip-range"];
  const serviceRanges = given.length > 0 ? given : [DEFAULT_SERVICE_RANGE];
  checkServiceRanges(serviceRanges);
  const nodePorts = values["service-node-port-range"];
  const serviceNodePort = values["orch-service-node-port"];
  if (serviceNodePort !== 0 && !isPortIn(nodePorts, serviceNodePort)) {
    const range = `${nodePorts.first}-${nodePorts.last}`;
    throw new Error(
      `invalid --orch-service-node-port ${serviceNodePort}: it is not in the range ${range} of ` +
        "--service-node-port-range",
    );
  }
  // The flag takes no other text.
  const endpointReconciler = values["endpoint-reconciler-type"] as EndpointReconciler;
  const address = advertiseAddress(values["advertise-address"], values["bind-address"]);
  // Where nothing was named, a host of the other family serves all the same.
  const isNamed = given.length > 0 || values["advertise-address"] !== "" ||
    address === values["bind-address"];
  if (isNamed && endpointReconciler !== "none") checkServiceFamily(serviceRanges, address);
  return {
    advertiseAddress: address,
    serviceRanges,
    nodePorts,
    serviceNodePort,
    endpointReconciler,
    replicas: values["apiserver-count"],
    authentication: await followedAuthenticationSettings(values),
    hostName: Deno.hostname(),
  };
}

/** What extension servers are told of authentication: of files that can't be used, what they said before. */
async function followedAuthenticationSettings(
  values: ApiServerFlagValues,
): Promise<() => Promise<AuthenticationSettings>> {
  let last = await authenticationSettings(values);
  return async () => {
    try {
      return last = await authenticationSettings(values);
    } catch {
      // Who authenticates by the same files has said why.
      return last;
    }
  };
}

async function authenticationSettings(
  values: ApiServerFlagValues,
): Promise<AuthenticationSettings> {
  const authoritiesOf = async (flag: string, path: string) => {
    const text = await readFlagFile(flag, path);
    certificatesOfPem(text, `--${flag}: ${path}`);
    return text;
  };
  const [client, proxy] = [values["client-ca-file"], values["requestheader-client-ca-file"]];
  return {
    ...(client !== "" && { clientAuthorities: await authoritiesOf("client-ca-file", client) }),
    ...(proxy !== "" && {
      requestHeader: {
        authorities: await authoritiesOf("requestheader-client-ca-file", proxy),
        allowedNames: values["requestheader-allowed-names"],
        usernameHeaders: values["requestheader-username-headers"],
        uidHeaders: values["requestheader-uid-headers"],
        groupHeaders: values["requestheader-group-headers"],
        extraPrefixes: values["requestheader-extra-headers-prefix"],
      },
    }),
  };
}

/** The client certificate for extension servers; undefined: none. */
async function proxyIdentity(
  values: ApiServerFlagValues,
  { clock, logger }: Surroundings,
): Promise<ClientIdentityFile | undefined> {
  return await ClientIdentityFile.openNamed({
    flags: { cert: "proxy-client-cert-file", key: "proxy-client-key-file" },
    certFile: values["proxy-client-cert-file"],
    keyFile: values["proxy-client-key-file"],
    clock,
    logger,
  });
}

/** The address that members of the cluster are told: one of the host's where none is named. */
function advertiseAddress(advertised: string, bound: string): string {
  // One that stands for all of the host's is none that anybody can reach.
  const isWildcard = (address: string) => ["", "0.0.0.0", "::"].includes(address);
  if (!isWildcard(advertised)) return advertised;
  const isLoopback = bound.startsWith("127.") || bound === "::1";
  if (!isWildcard(bound) && !isLoopback) return bound;
  const own = Deno.networkInterfaces().filter(({ address }) =>
    !address.startsWith("127.") && address !== "::1" && !/^fe80:/i.test(address)
  );
  const first = own.find(({ family }) => family === "IPv4") ?? own[0];
  return first?.address ?? "127.0.0.1";
}

/** Whom a certificate names that the server makes for itself: how clients and pods call the server. */
function certificateHosts(
  { advertiseAddress, serviceRanges }: NonNullable<ApiServerOptions["bootstrap"]>,
  dialect: Dialect,
): string[] {
  const service = NAMES[dialect].serviceApiServer;
  return [
    ...new Set([
      advertiseAddress,
      "localhost",
      "127.0.0.1",
      `${service}.default.svc`,
      `${service}.default`,
      service,
      firstServiceAddress(serviceRanges),
    ]),
  ];
}

/** Where clients outside of the cluster are told that the server is. */
function externalAddress(
  values: ApiServerFlagValues,
  { advertiseAddress }: NonNullable<ApiServerOptions["bootstrap"]>,
): string {
  const host = values["external-hostname"] || advertiseAddress;
  return `${host.includes(":") ? `[${host}]` : host}:${values["secure-port"]}`;
}
