/**
 * The file of `--authentication-config`: issuers of tokens, and who is anonymous where.
 *
 * @module
 */

import type { apiserverConfigV1 } from "../../../toolkit/api/config/apiserver_config_v1.ts";
import { BOOL, type CelType, listOf, STRING } from "../../../toolkit/cel/mod.ts";
import { certificatesOfPem } from "../../../toolkit/certificates/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../../../toolkit/names.ts";
import {
  readConfiguration,
  refuseConfiguration,
} from "../../../toolkit/process/configuration_text.ts";
import { checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import type { Proxy } from "../../../toolkit/transport/mod.ts";
import type { Egress } from "../../egress/mod.ts";
import { ALGORITHMS, type IssuerSettings } from "../oidc/issuer_settings.ts";
import {
  type ClaimOrExpression,
  type ExpressedRules,
  expressedRules,
  type Rule,
} from "./expressed_rules.ts";
import { compileExpression, type Expression, type Subject } from "./expressions.ts";

type File = apiserverConfigV1.AuthenticationConfiguration;
type Jwt = apiserverConfigV1.JWTAuthenticator;
type Mapping = apiserverConfigV1.PrefixedClaimOrExpression;

/** Who is anonymous: nobody, everybody without credentials, or who asks for one of these paths. */
export type AnonymousPaths = boolean | ReadonlySet<string>;

/** All that a file says. */
export interface AuthenticationSettings {
  readonly issuers: readonly IssuerSettings[];
  /** Undefined: the file does not say. */
  readonly anonymous: AnonymousPaths | undefined;
}

/** More would be asked for each token of nobody's. */
const MOST_ISSUERS = 64;

/** What a file must fit. */
export interface FileSurroundings {
  readonly dialect: Dialect;
  /** Issuers of others. */
  readonly taken: readonly string[];
  /** Networks that issuers may be in. */
  readonly egress: Egress;
}

/** Reads the text of a file. Throws an error with all that is wrong. */
export function readAuthentication(
  text: string,
  { dialect, taken, egress }: FileSurroundings,
): AuthenticationSettings {
  const { object } = readConfiguration(text, {
    dialect,
    group: NAMES[dialect].configGroupApiServer,
    versions: ["v1", "v1beta1", "v1alpha1"],
    kind: "AuthenticationConfiguration",
  });
  const { jwt = [], anonymous } = object as unknown as Partial<File>;
  const reader = new Reader(taken, egress);
  const root = FieldPath.of("jwt");
  if (jwt.length > MOST_ISSUERS) {
    reader.errors.push(FieldError.tooMany(root, jwt.length, MOST_ISSUERS));
  }
  const issuers = jwt.slice(0, MOST_ISSUERS).map((one, at) => reader.issuer(one, root.index(at)));
  const paths = reader.anonymous(anonymous);
  refuseConfiguration(reader.errors);
  return { issuers, anonymous: paths };
}

/** Reads parts of a file, and gathers what is wrong with them. */
class Reader {
  readonly errors: FieldError[] = [];
  readonly #taken: readonly string[];
  readonly #egress: Egress;
  readonly #urls = new Set<string>();
  readonly #discoveryUrls = new Set<string>();

  constructor(taken: readonly string[], egress: Egress) {
    this.#taken = taken;
    this.#egress = egress;
  }

  anonymous(given: File["anonymous"]): AnonymousPaths | undefined {
    if (!given) return undefined;
    const { enabled, conditions = [] } = given;
    const path = FieldPath.of("anonymous");
    if (!enabled && conditions.length > 0) {
      const why = "enabled should be set to true when conditions are defined";
      this.errors.push(FieldError.invalid(path.child("conditions"), conditions, why));
    }
    return enabled && conditions.length > 0 ? new Set(conditions.map(({ path }) => path)) : enabled;
  }

  issuer(jwt: Jwt, path: FieldPath): IssuerSettings {
    const { issuer } = jwt;
    const at = path.child("issuer");
    this.#url(issuer.url, at.child("url"), this.#urls);
    if (this.#taken.includes(issuer.url)) {
      const why = `URL must not overlap with disallowed issuers: [${this.#taken.join(" ")}]`;
      this.errors.push(FieldError.invalid(at.child("url"), issuer.url, why));
    }
    if (issuer.discoveryURL) {
      this.#url(issuer.discoveryURL, at.child("discoveryURL"), this.#discoveryUrls);
      if (issuer.discoveryURL.replace(/\/+$/, "") === issuer.url.replace(/\/+$/, "")) {
        const why = "discoveryURL must be different from URL";
        this.errors.push(FieldError.invalid(at.child("discoveryURL"), issuer.discoveryURL, why));
      }
    }
    this.#audiences(issuer, at);
    return {
      url: issuer.url,
      discoveryUrl: issuer.discoveryURL || undefined,
      authorities: this.#authorities(issuer.certificateAuthority, at),
      proxy: this.#proxy(issuer.egressSelectorType, at.child("egressSelectorType")),
      audiences: issuer.audiences,
      algorithms: ALGORITHMS,
      claims: expressedRules(this.#rules(jwt, path)),
    };
  }

  #url(url: string, path: FieldPath, seen: Set<string>): void {
    const fail = (why: string) => this.errors.push(FieldError.invalid(path, url, why));
    if (url === "") return void this.errors.push(FieldError.required(path));
    const parsed = URL.parse(url);
    if (parsed === null) fail("is no URL");
    else if (parsed.protocol !== "https:") fail("URL scheme must be https");
    else if (parsed.username !== "" || parsed.password !== "") {
      fail("URL must not contain a username or password");
    } else if (url.includes("?")) fail("URL must not contain a query");
    else if (url.includes("#")) fail("URL must not contain a fragment");
    if (seen.has(url)) this.errors.push(FieldError.duplicate(path, url));
    seen.add(url);
  }

  /** The way to an issuer; null: none was named. */
  #proxy(network: string | undefined, path: FieldPath): Proxy | null {
    if (!network) return null;
    if (network !== "controlplane" && network !== "cluster") {
      const why = "egress selector must be either controlplane or cluster";
      this.errors.push(FieldError.invalid(path, network, why));
      return null;
    }
    if (!this.#egress.isChosen(network)) {
      const why =
        "no egress selection of this name is in the file of --egress-selector-config-file";
      this.errors.push(FieldError.invalid(path, network, why));
    }
    return this.#egress.proxyTo(network);
  }

  #audiences({ audiences, audienceMatchPolicy: policy = "" }: Jwt["issuer"], at: FieldPath): void {
    const path = at.child("audiences");
    if (audiences.length === 0) {
      this.errors.push(FieldError.required(path, "at least one audiences is required"));
    }
    for (const [index, audience] of audiences.entries()) {
      if (audience === "") this.errors.push(FieldError.required(path.index(index)));
      else if (audiences.indexOf(audience) < index) {
        this.errors.push(FieldError.duplicate(path.index(index), audience));
      }
    }
    if (audiences.length > 1 ? policy === "MatchAny" : ["", "MatchAny"].includes(policy)) return;
    const why = audiences.length > 1
      ? "audienceMatchPolicy must be MatchAny for multiple audiences"
      : "audienceMatchPolicy must be empty or MatchAny for single audience";
    this.errors.push(FieldError.invalid(at.child("audienceMatchPolicy"), policy, why));
  }

  #authorities(pem: string | undefined, at: FieldPath): string | undefined {
    if (!pem) return undefined;
    try {
      if (certificatesOfPem(pem, "it").length === 0) throw new Error("it holds no certificate");
    } catch (error) {
      const path = at.child("certificateAuthority");
      this.errors.push(FieldError.unshown(path, (error as Error).message));
    }
    return pem;
  }

  #rules(
    { claimMappings: mappings, claimValidationRules = [], userValidationRules = [] }: Jwt,
    path: FieldPath,
  ): ExpressedRules {
    const at = path.child("claimMappings");
    const required: Record<string, string> = {};
    const claimRules: Rule[] = [];
    const seen = new Set<string>();
    for (const [index, rule] of claimValidationRules.entries()) {
      const place = path.child("claimValidationRules").index(index);
      const { claim = "", requiredValue = "", expression = "", message = "" } = rule;
      if ((claim === "") === (expression === "")) {
        this.errors.push(
          claim === ""
            ? FieldError.required(place, "claim or expression is required")
            : FieldError.invalid(place, claim, "claim and expression can't both be set"),
        );
      } else if (claim !== "") {
        if (message !== "") {
          const why = "may not be specified when claim is set";
          this.errors.push(FieldError.invalid(place.child("message"), message, why));
        }
        if (Object.hasOwn(required, claim)) {
          this.errors.push(FieldError.duplicate(place.child("claim"), claim));
        }
        required[claim] = requiredValue;
      } else {
        if (requiredValue !== "") {
          const why = "may not be specified when expression is set";
          this.errors.push(FieldError.invalid(place.child("requiredValue"), requiredValue, why));
        }
        const made = this.#condition(expression, "claims", place.child("expression"), seen);
        if (made !== undefined) claimRules.push({ expression: made, message });
      }
    }
    const seenOfUsers = new Set<string>();
    const userRules = userValidationRules.flatMap(({ expression, message = "" }, index) => {
      const place = path.child("userValidationRules").index(index).child("expression");
      const made = this.#condition(expression, "user", place, seenOfUsers);
      return made === undefined ? [] : [{ expression: made, message }];
    });
    const username = this.#mapping(mappings.username, at.child("username"), [STRING]);
    if (username === undefined && !mappings.username?.claim && !mappings.username?.expression) {
      this.errors.push(
        FieldError.required(at.child("username"), "claim or expression is required"),
      );
    }
    const extra = this.#extra(mappings.extra ?? [], at.child("extra"));
    if (username !== undefined && "program" in username) {
      const others = [...extra, ...claimRules].map(({ expression }) => expression);
      this.#checkMail(username, others, at);
    }
    return {
      username: username ?? { claim: "", prefix: "" },
      groups: mappings.groups && this.#mapping(mappings.groups, at.child("groups"), TEXTS),
      uid: mappings.uid &&
        this.#mapping({ ...mappings.uid, prefix: "" }, at.child("uid"), [STRING]),
      extra,
      required,
      claimRules,
      userRules,
    };
  }

  /** Undefined where nothing is said, or what is said is wrong. */
  #mapping(
    { claim = "", prefix, expression = "" }: Mapping,
    path: FieldPath,
    types: readonly CelType[],
  ): ClaimOrExpression | undefined {
    if (claim !== "" && expression !== "") {
      this.errors.push(FieldError.invalid(path, "", "claim and expression can't both be set"));
      return undefined;
    }
    if (expression !== "") {
      if (prefix) {
        const why = "may not be specified when expression is set";
        this.errors.push(FieldError.invalid(path.child("prefix"), prefix, why));
      }
      return this.#expression(expression, "claims", types, path.child("expression"));
    }
    if (claim === "") return undefined;
    if (prefix === undefined) {
      const why =
        "prefix is required when claim is set. It can be set to an empty string to disable prefixing";
      this.errors.push(FieldError.required(path.child("prefix"), why));
    }
    return { claim, prefix: prefix ?? "" };
  }

  #extra(all: NonNullable<Jwt["claimMappings"]["extra"]>, path: FieldPath) {
    const keys = new Set<string>();
    return all.flatMap(({ key, valueExpression }, index) => {
      const at = path.index(index);
      const why = problemOfKey(key);
      if (why !== undefined) this.errors.push(FieldError.invalid(at.child("key"), key, why));
      if (keys.has(key)) this.errors.push(FieldError.duplicate(at.child("key"), key));
      keys.add(key);
      const place = at.child("valueExpression");
      const expression = this.#expression(valueExpression, "claims", TEXTS, place);
      return expression === undefined ? [] : [{ key, expression }];
    });
  }

  /** Who takes an address of mail for a name has to look whether it is verified. */
  #checkMail(username: Expression, others: readonly Expression[], at: FieldPath): void {
    if (!username.program.reads("claims", "email")) return;
    if ([username, ...others].some(({ program }) => program.reads("claims", "email_verified"))) {
      return;
    }
    const why = "claims.email_verified must be used in claimMappings.username.expression or " +
      "claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is " +
      "used in claimMappings.username.expression";
    const path = at.child("username").child("expression");
    this.errors.push(FieldError.invalid(path, username.source, why));
  }

  /** A rule; of two that are the same the second is wrong. */
  #condition(
    source: string,
    subject: Subject,
    path: FieldPath,
    seen: Set<string>,
  ): Expression | undefined {
    if (source !== "" && seen.has(source)) {
      this.errors.push(FieldError.duplicate(path, source));
      return undefined;
    }
    seen.add(source);
    return this.#expression(source, subject, [BOOL], path);
  }

  #expression(
    source: string,
    subject: Subject,
    types: readonly CelType[],
    path: FieldPath,
  ): Expression | undefined {
    if (source.trim() === "") {
      this.errors.push(FieldError.required(path));
      return undefined;
    }
    try {
      return compileExpression(source, subject, types);
    } catch (error) {
      this.errors.push(FieldError.invalid(path, source, (error as Error).message));
      return undefined;
    }
  }
}

const TEXTS = [STRING, listOf(STRING)];

/** What is wrong with the key of an extra attribute: a domain, and a path below it. */
function problemOfKey(key: string): string | undefined {
  const slash = key.indexOf("/");
  const domain = key.slice(0, Math.max(0, slash));
  if (slash <= 0 || slash === key.length - 1) {
    return "must be a domain-prefixed path (such as 'acme.io/foo')";
  }
  if (key !== key.toLowerCase()) return "key must be lowercase";
  const [why] = checkDns1123Subdomain(domain);
  if (why !== undefined) return why;
  const reserved = DIALECTS.flatMap((dialect) => [
    NAMES[dialect].domain,
    NAMES[dialect].groupSuffix,
  ]);
  if (reserved.some((one) => domain === one || domain.endsWith(`.${one}`))) {
    return `${reserved.join(", ")} and their subdomains are reserved`;
  }
  return undefined;
}
