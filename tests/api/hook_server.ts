/**
 * A webhook of a test: a real server over HTTPS, with a certificate of an authority of its own.
 *
 * @module
 */

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import type { AnyObject } from "../../testing/api_client.ts";
import type { TestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";

/** What a webhook says of a review; nothing: yes. `caller`: whose certificate the request came with. */
export type Judge = (
  request: AnyObject,
  path: string,
  caller: string,
) => AnyObject | void | Promise<AnyObject | void>;

/**
 * A webhook over HTTPS on loopback that keeps the reviews it was sent and answers as the test
 * says. `caBundle` is what clients need to trust it. Ends when it is disposed of.
 */
export class HookServer implements AsyncDisposable {
  readonly port: number;
  /** Base64 of the authority that its certificate is of. */
  readonly caBundle: string;
  /** Base64 of its own certificate, which is no authority's. */
  readonly pinned: string;
  /** The reviews that came, as they were. */
  readonly reviews: AnyObject[] = [];
  readonly #server: Server;

  private constructor(server: Server, caBundle: string, pinned: string) {
    this.#server = server;
    this.pinned = pinned;
    this.port = (server.address() as AddressInfo).port;
    this.caBundle = caBundle;
  }

  /** A server that judges. */
  static judging(judge: Judge = () => {}, made = new Date()): Promise<HookServer> {
    const server: Promise<HookServer> = HookServer.answering((request, response) => {
      answerWith(request, response, judge, async () => (await server).reviews)
        .catch(() => response.destroy());
    }, made);
    return server;
  }

  /** A server that does whatever `listener` does; its certificate is `made` then. */
  static async answering(listener: RequestListener, made = new Date()): Promise<HookServer> {
    const authority = await makeAuthority("hooks", new Date());
    const { certificate: cert, key } = await makeCertificate(
      {
        commonName: "hook",
        hosts: ["127.0.0.1", "hook.default.svc"],
        usages: [USAGE.server],
        now: made,
      },
      authority,
    );
    const server = createServer(
      { cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: false },
      listener,
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const [caBundle = "", pinned = ""] = [authority.certificate, cert].map((pem) =>
      new TextEncoder().encode(pem).toBase64()
    );
    return new HookServer(server, caBundle, pinned);
  }

  /** How a configuration says where it is. */
  config(path = "/"): { url: string; caBundle: string } {
    return { url: `https://127.0.0.1:${this.port}${path}`, caBundle: this.caBundle };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function answerWith(
  request: IncomingMessage,
  response: ServerResponse,
  judge: Judge,
  reviews: () => Promise<AnyObject[]>,
): Promise<void> {
  let text = "";
  for await (const piece of request) text += piece;
  const review = JSON.parse(text);
  (await reviews()).push(review);
  const said = await judge(review.request, request.url ?? "", callerOf(request));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({
    kind: "AdmissionReview",
    apiVersion: review.apiVersion,
    response: { uid: review.request.uid, allowed: true, ...said },
  }));
}

function callerOf({ socket }: IncomingMessage): string {
  return (socket as TLSSocket).getPeerCertificate()?.subject?.CN ?? "";
}

/** A JSON patch, as webhooks answer with it. */
export function patching(...operations: object[]): AnyObject {
  const patch = new TextEncoder().encode(JSON.stringify(operations)).toBase64();
  return { patch, patchType: "JSONPatch" };
}

const GROUP = "/apis/admissionregistration.k8s.io/v1";
/** All writes of config maps. */
const RULE = {
  operations: ["*"],
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["configmaps"],
};

/** In which phase a webhook is asked. */
export type Phase = "mutating" | "validating";

/** A configuration of one webhook. */
export function configurationOf(name: string, webhook: object): AnyObject {
  return {
    metadata: { name },
    webhooks: [{
      name: `${name}.hooks.example.com`,
      rules: [RULE],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...webhook,
    }],
  };
}

/** Makes a configuration, and waits until the server goes by it. */
export async function installHook(
  { client }: TestServer,
  phase: Phase,
  name: string,
  webhook: object,
): Promise<void> {
  const path = `${GROUP}/${phase}webhookconfigurations`;
  const { status, text } = await client.post(path, configurationOf(name, webhook));
  assertEquals(status, 201, text);
  await client.get(path);
}
