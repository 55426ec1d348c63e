/** Who a client is, and what is told of tokens: the same requests to this server and to the reference's. */
import { eventually } from "../../testing/eventually.ts";
import { slowTests } from "../../testing/requirements.ts";
import { signJsonWebToken } from "../../toolkit/tokens/json_web_token.ts";
import { privateKeyOfPem } from "../../toolkit/tokens/keys.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Answer, asker, type Question } from "./asker.ts";
import { type Side, SIDES, startPair } from "./servers.ts";

const ISSUER = "https://kubernetes.default.svc";
const REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const TOKEN_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";

/** A request of the one who may do everything, or of somebody without a certificate. */
type Sent = Pick<Question, "method" | "headers" | "body"> & { readonly anonymous?: boolean };

Deno.test({
  name: "clients are whom the reference takes them for, and tokens come to the same",
  ignore: !slowTests(),
  fn: async () => {
    await using pair = await startPair({
      flags: [
        "--anonymous-auth=false",
        "--authorization-mode=RBAC",
        "--enable-bootstrap-token-auth",
        "--api-audiences=api,other",
      ],
      tokens: ['static,stan,7,"a,b"'],
    });
    const [askAsAdmin, askAsNobody] = [asker(pair, pair.http()), asker(pair)];
    const key = await privateKeyOfPem(pair.accountKey);
    const found = {} as Record<Side, Record<string, unknown>>;
    for (const side of SIDES) {
      const ask = (path: string, { anonymous = false, ...sent }: Sent = {}) =>
        (anonymous ? askAsNobody : askAsAdmin)(side, { path, body: {}, ...sent });
      const results: Record<string, unknown> = found[side] = {};
      const account = await ask(ACCOUNTS, { body: { metadata: { name: "robot" } } });
      const { uid } = account.json.metadata;
      const note = (name: string, { status, json, warning }: Answer) => {
        const text = JSON.stringify([status, json.status, json.message, json.reason, warning]);
        results[name] = text.replaceAll(uid, "UID").replaceAll(/JTI=[0-9a-f-]{36}/g, "JTI=ID")
          .replaceAll(/X509SHA256=[0-9a-f]{64}/g, "X509SHA256=DIGEST");
      };
      const impersonations: Record<string, string>[] = [
        // First, as the reference begins with what it allowed last.
        { "Impersonate-User": "system:node:n" },
        {},
        { "Impersonate-User": "bob" },
        { "Impersonate-User": "bob", "Impersonate-Group": "dev" },
        { "Impersonate-User": "bob", "Impersonate-Uid": "7" },
        { "Impersonate-User": "bob", "Impersonate-Extra-Acme.com%2FScopes": "a" },
        { "Impersonate-User": "bob", "Impersonate-Extra-scopes": "a" },
        { "Impersonate-User": "bob", "Impersonate-Group": "system:masters" },
        { "Impersonate-User": "system:node:n", "Impersonate-Group": "a" },
        { "Impersonate-User": "system:serviceaccount:default:robot" },
        { "Impersonate-User": "system:serviceaccount:default:robot", "Impersonate-Group": "a" },
        { "Impersonate-User": "system:serviceaccount:DEFAULT:robot" },
        { "Impersonate-User": "", "X-Remote-User": "jane" },
        { "Impersonate-User": "system:anonymous" },
        { "Impersonate-User": "bob", "Impersonate-Group": "system:unauthenticated" },
      ];
      for (const headers of impersonations) {
        note(`as ${JSON.stringify(headers)}`, await ask(REVIEWS, { headers }));
      }
      // Somebody who may be nobody else.
      for (const headers of impersonations.slice(2)) {
        const sent = { headers: { ...headers, authorization: "Bearer static" }, anonymous: true };
        note(`refused ${JSON.stringify(headers)}`, await ask(REVIEWS, sent));
      }
      const alone = await ask(REVIEWS, { headers: { "Impersonate-Group": "a" } });
      results["a group alone"] = [alone.status, alone.json.reason];
      const headersOfTokens = ["Bearer static", "bearer static more", "Bearer  static", "Bearer x"];
      for (const authorization of [...headersOfTokens, "Basic c3RhdGljOg=="]) {
        const sent = { headers: { authorization }, anonymous: true };
        note(authorization, await ask(REVIEWS, sent));
      }
      const issued = await ask(`${ACCOUNTS}/robot/token`, { body: { spec: {} } });
      const { token } = issued.json.status;
      const [head, body] = String(token).split(".").map((part) => {
        try {
          const bytes = Uint8Array.fromBase64(part, { alphabet: "base64url" });
          return JSON.parse(new TextDecoder().decode(bytes));
        } catch {
          return {};
        }
      });
      results["header"] = JSON.stringify(head);
      results["claims"] = Object.keys(body).join();
      results["lifetime"] = [body.exp - body.iat, body.nbf - body.iat, body.aud, body.sub];
      note(
        "its bearer",
        await ask(REVIEWS, {
          headers: { authorization: `Bearer ${token}` },
          anonymous: true,
        }),
      );
      const own = body["kubernetes.io"];
      const seconds = Math.floor(Date.now() / 1000);
      const changes: Record<string, object> = {
        "as it is": {},
        "over": { exp: seconds - 120 },
        "not yet valid": { nbf: seconds + 120 },
        "from the future": { iat: seconds + 120 },
        "for others": { aud: ["x"] },
        "for one of the two": { aud: ["other", "x"] },
        "for one, as a text": { aud: "api" },
        "for nobody in particular": { aud: undefined },
        "of another issuer": { iss: "x" },
        "of no account": { "kubernetes.io": undefined },
        "of another account": { "kubernetes.io": { ...own, serviceaccount: { name: "x" } } },
        "of an earlier account": {
          "kubernetes.io": { ...own, serviceaccount: { name: "robot", uid: "x" } },
        },
        "of a pod that is not there": { "kubernetes.io": { ...own, pod: { name: "x", uid: "y" } } },
        "of a node that is not there": {
          "kubernetes.io": { ...own, node: { name: "x", uid: "y" } },
        },
        "old": {
          iss: "kubernetes/serviceaccount",
          "kubernetes.io/serviceaccount/namespace": "default",
          "kubernetes.io/serviceaccount/secret.name": "none",
          "kubernetes.io/serviceaccount/service-account.name": "robot",
          "kubernetes.io/serviceaccount/service-account.uid": uid,
        },
        "old without a secret": {
          iss: "kubernetes/serviceaccount",
          "kubernetes.io/serviceaccount/namespace": "default",
        },
      };
      for (const [name, changed] of Object.entries(changes)) {
        const shown = await signJsonWebToken(key, { ...body, ...changed });
        note(name, await ask(TOKEN_REVIEWS, { body: { spec: { token: shown } } }));
        note(
          `${name}, for x`,
          await ask(TOKEN_REVIEWS, {
            body: { spec: { token: shown, audiences: ["x"] } },
          }),
        );
      }
      const [first = "", second = "", third = ""] = String(token).split(".");
      const forged: Record<string, string> = {
        "a signature of another length": `${first}.${second}.${third.slice(4)}`,
        "no signature": `${first}.${second}.`,
        "nothing": "x",
        "a static one": "static",
        "with spaces": " static ",
      };
      for (const [name, shown] of Object.entries(forged)) {
        note(name, await ask(TOKEN_REVIEWS, { body: { spec: { token: shown } } }));
      }
      const secret = {
        metadata: { name: "bootstrap-token-abcdef", namespace: "kube-system" },
        type: "bootstrap.kubernetes.io/token",
        stringData: {
          "token-id": "abcdef",
          "token-secret": "0123456789abcdef",
          "usage-bootstrap-authentication": "true",
          "auth-extra-groups": "system:bootstrappers:x",
        },
      };
      await ask("/api/v1/namespaces/kube-system/secrets", { body: secret });
      // The reference reads secrets from a cache, which may not have this one yet.
      const known = { body: { spec: { token: "abcdef.0123456789abcdef" } } };
      await eventually(
        `${side} knows the token`,
        async () => (await ask(TOKEN_REVIEWS, known)).json.status.authenticated === true,
        { shows: pair.logs },
      );
      for (const shown of ["abcdef.0123456789abcdef", "abcdef.0123456789abcdee"]) {
        note(shown, await ask(TOKEN_REVIEWS, { body: { spec: { token: shown } } }));
      }
      for (const path of ["/.well-known/openid-configuration", "/openid/v1/jwks"]) {
        const { status, json } = await ask(path, { method: "GET", body: undefined });
        // The reference serves them always; here a feature gate turns them on.
        results[path] = side === "ours" ? "" : status === 200 ? "" : JSON.stringify(json);
      }
      results["issuer"] = body.iss === ISSUER;
    }
    assertEquals(found.ours, found.reference);
  },
});
