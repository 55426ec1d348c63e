/**
 * The controller of tokens that lie in secrets.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { isNotFound, Secret, ServiceAccount } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { signJsonWebToken, type TokenKey } from "../toolkit/tokens/json_web_token.ts";
import { privateKeyOfPem } from "../toolkit/tokens/keys.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { rootAuthoritiesOf } from "./serviceaccount/root_authorities.ts";
import {
  type CachedAccount,
  type CachedSecret,
  isOwner,
  ownerOf,
  secretsByAccount,
  type TokenOwner,
  uidAnnotation,
} from "./serviceaccount/token_secrets.ts";

/** What {@link createServiceAccountTokens} is told. */
export interface ServiceAccountTokensOptions {
  /** Reads the key that signs: once, before anything else. */
  key(): Promise<TokenKey>;
  /** The authorities that go beside the token, in PEM. Default: none. */
  readonly authorities?: string;
  readonly workers?: number;
}

const WORKERS = 5;
const MOST_RETRIES = 10;

const base64 = (text: string) => Buffer.from(text).toString("base64");

/**
 * Fills secrets of that type that name an account: a token that never ends, the namespace, the authorities. It
 * makes none itself. A secret whose account is gone, or is another one now, is deleted; an account forgets
 * secrets that are gone.
 */
export function createServiceAccountTokens(
  parts: LoopParts,
  { key, authorities = "", workers = WORKERS }: ServiceAccountTokensOptions,
): Runnable {
  const { client, informers } = parts;
  const names = NAMES[client.dialect];
  const type = names.secretTypeServiceAccountToken;
  const accounts = informers.of(ServiceAccount);
  const secrets = informers.of(Secret, [secretsByAccount], { type });
  let signingKey: TokenKey;
  /** The account that a secret names: the server is asked where it is not known. */
  const accountOf = async (owner: TokenOwner, signal: AbortSignal) => {
    const { namespace, name } = owner;
    const known = accounts.lister.get({ namespace, name });
    if (known !== undefined && isOwner(owner, known)) return known;
    const live = await client.find(ServiceAccount, { namespace, name }, { signal });
    return live !== undefined && isOwner(owner, live) ? live : undefined;
  };
  const drop = async ({ metadata: { namespace = "", name, uid } }: CachedSecret) => {
    await client.delete(Secret, { namespace, name }, { uid, ignoreNotFound: true });
  };
  const encoded = authorities === "" ? undefined : base64(authorities);
  const missing = ({ data = {} }: CachedSecret) => ({
    authorities: data["ca.crt"] === encoded ? undefined : encoded,
    namespace: !data.namespace,
    token: !data.token,
  });
  const tokenFor = async (namespace: string, secret: string, account: CachedAccount) => {
    const { name, uid } = account.metadata;
    const claim = (what: string) => `${names.tokenClaimsKey}/serviceaccount/${what}`;
    return await signJsonWebToken(signingKey, {
      iss: `${names.clusterName}/serviceaccount`,
      [claim("namespace")]: namespace,
      [claim("secret.name")]: secret,
      [claim("service-account.name")]: name,
      [claim("service-account.uid")]: uid,
      sub: `system:serviceaccount:${namespace}:${name}`,
    });
  };
  const fill = async (secret: CachedSecret, account: CachedAccount, signal: AbortSignal) => {
    if (!Object.values(missing(secret)).some(Boolean)) return;
    const { namespace = "", name, uid } = secret.metadata;
    try {
      await client.update(Secret, { namespace, name }, async (live) => {
        // Another one, or one that names another account now: it comes again.
        const owner = ownerOf(live, names);
        if (live.metadata.uid !== uid || owner === undefined || !isOwner(owner, account)) return;
        const lacks = missing(live);
        if (!Object.values(lacks).some(Boolean)) return;
        live.metadata.annotations = {
          ...live.metadata.annotations,
          [names.annotationServiceAccountName]: account.metadata.name,
          [uidAnnotation(names)]: account.metadata.uid,
        };
        live.data = {
          ...live.data,
          ...(lacks.authorities !== undefined && { "ca.crt": lacks.authorities }),
          ...(lacks.namespace && { namespace: base64(namespace) }),
          ...(lacks.token && { token: base64(await tokenFor(namespace, name, account)) }),
        };
      }, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  };
  const loop = keyedLoop(parts, {
    name: "serviceaccount-token-controller",
    queue: "serviceaccount_tokens_secret",
    workers,
    mostRetries: MOST_RETRIES,
    listen: (wake) => [
      secrets.subscribe(({ type, key, object }) => {
        const owner = ownerOf(object, names);
        if (type !== "Deleted") wake(`secret/${key}`);
        else if (owner !== undefined) wake(accountKey(owner, key));
      }),
      accounts.subscribe(({ type, key }) => {
        if (type !== "Deleted") return;
        for (const { metadata } of secrets.lister.by(secretsByAccount, key)) {
          wake(`secret/${metadata.namespace}/${metadata.name}`);
        }
      }),
    ],
    async sync(work, { signal }) {
      const [what, namespace = "", name = "", account = "", uid = ""] = work.split("/");
      const secret = secrets.lister.get({ namespace, name });
      if (what === "account") {
        if (secret !== undefined) return;
        return await forget({ namespace, name: account, uid }, name, signal);
      }
      const owner = secret && ownerOf(secret, names);
      if (secret === undefined || owner === undefined) return;
      const live = await accountOf(owner, signal);
      if (live === undefined) return await drop(secret);
      return await fill(secret, live, signal);
    },
  });
  return {
    ...loop,
    async run(context) {
      // Who can't sign says so at once, and not when the first secret waits in vain.
      signingKey = await key();
      await loop.run(context);
    },
  };

  /** An account no longer names a secret that is gone. */
  async function forget(owner: TokenOwner, secret: string, signal: AbortSignal): Promise<void> {
    const { namespace, name } = owner;
    const known = accounts.lister.get({ namespace, name });
    if (known === undefined || !isOwner(owner, known)) return;
    if (known.secrets?.some((one) => one.name === secret) !== true) return;
    try {
      await client.update(ServiceAccount, { namespace, name }, (live) => {
        if (!isOwner(owner, live)) return;
        live.secrets = (live.secrets ?? []).filter((one) => one.name !== secret);
      }, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

/** The work of an account that has lost a secret. */
function accountKey({ name, uid }: TokenOwner, secretKey: string): string {
  return `account/${secretKey}/${name}/${uid}`;
}

/** The controller of a process. Without a key it does not run. */
export const serviceAccountTokens: ProcessController = {
  name: "serviceaccount-token-controller",
  aliases: ["serviceaccount-token"],
  account: undefined,
  flags: [
    "service-account-private-key-file",
    "root-ca-file",
    "concurrent-serviceaccount-token-syncs",
  ],
  make(parts) {
    const { values } = parts;
    const path = values["service-account-private-key-file"];
    if (path === "") return undefined;
    const readKey = async () => {
      try {
        return await privateKeyOfPem(await Deno.readTextFile(path));
      } catch (error) {
        throw new Error(`--service-account-private-key-file=${path}: ${(error as Error).message}`, {
          cause: error,
        });
      }
    };
    return createServiceAccountTokens(parts, {
      key: readKey,
      authorities: rootAuthoritiesOf(values["root-ca-file"]) ?? parts.authorities ?? "",
      workers: values["concurrent-serviceaccount-token-syncs"],
    });
  },
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("serviceaccount_token", [serviceAccountTokens]));
}
