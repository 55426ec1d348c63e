/**
 * Runs etcd on this machine, for tests and benchmarks: one server or several, on loopback, with data
 * in a temporary folder.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";
import { silentLogger } from "../toolkit/logger.ts";
import type { StoreTls } from "../apiserver/storage/options.ts";
import { EtcdClient } from "../apiserver/storage/etcd/client.ts";
import type { Member } from "../apiserver/storage/etcd/servers.ts";
import { rangeOfPrefix } from "../apiserver/storage/etcd/key_range.ts";
import { encodeTxn, METHODS } from "../apiserver/storage/etcd/messages.ts";
import { readRange } from "../apiserver/storage/etcd/read.ts";
import { freePort } from "./free_port.ts";

/** Options of {@link startCluster}. */
export interface LocalClusterOptions {
  /** How many servers. Default 1. */
  readonly size?: number;
  /** Whether to write durably. Default false: nothing survives the machine, all survives a kill. */
  readonly fsync?: boolean;
  /** Files of certificates for servers, which then ask clients for one of the same authority. */
  readonly tls?: { readonly ca: string; readonly cert: string; readonly key: string };
  /** What clients of this process use with it. */
  readonly clientTls?: StoreTls;
  /** Further arguments of each server. */
  readonly args?: readonly string[];
  /** The program. Default: the `etcd` on PATH. */
  readonly program?: string;
}

/** Deletions in one transaction. */
const WIPED_KEYS = 100;

/** Becomes the program, which is killed when this process ends: its end of the pipe closes then. */
export const WITH_PARENT =
  'exec 3<&0; (cat <&3 >/dev/null; kill -9 $$) >/dev/null 2>&1 & exec "$@"';

/** One server, which can be killed and started again. */
export class LocalMember {
  readonly address: Member;
  /** Where its data is. */
  readonly folder: string;
  readonly #command: readonly string[];
  #child: Deno.ChildProcess | undefined;

  constructor(address: Member, folder: string, command: readonly string[]) {
    this.address = address;
    this.folder = folder;
    this.#command = command;
  }

  /** Starts it. */
  start(): void {
    this.#child ??= new Deno.Command("sh", {
      args: ["-c", WITH_PARENT, "sh", ...this.#command],
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
  }

  /** Sends a signal to its process. */
  signal(signal: Deno.Signal): void {
    this.#child?.kill(signal);
  }

  /** Kills it, and waits until it is dead. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    child.kill("SIGKILL");
    await child.status;
    await child.stdin.close().catch(() => {});
  }
}

/** A running cluster. */
export class LocalCluster implements AsyncDisposable {
  readonly members: readonly LocalMember[];
  readonly #folder: string;
  readonly #tls: StoreTls | undefined;

  constructor(members: readonly LocalMember[], folder: string, tls: StoreTls | undefined) {
    this.members = members;
    this.#folder = folder;
    this.#tls = tls;
  }

  /** Where its servers are. */
  get addresses(): readonly Member[] {
    return this.members.map(({ address }) => address);
  }

  /** A client of the protocol; the caller closes it. */
  client(member?: LocalMember): EtcdClient {
    return new EtcdClient({
      members: member === undefined ? this.addresses : [member.address],
      tls: this.#tls,
      clock: systemClock,
      logger: silentLogger,
    });
  }

  /** Deletes every key. */
  async wipe(): Promise<void> {
    const client = this.client();
    try {
      for (;;) {
        const request = { ...EVERY_KEY, keysOnly: true, limit: WIPED_KEYS };
        const { items } = await readRange(client, request, undefined);
        if (items.length === 0) return;
        const success = items.map(({ key }) => ({ delete: key }));
        const txn = encodeTxn({ compare: [], success, failure: [] });
        await client.repeat(METHODS.txn, txn);
      }
    } finally {
      client.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    await Deno.remove(this.#folder, { recursive: true });
  }
}

const EVERY_KEY = { key: Uint8Array.of(0), rangeEnd: rangeOfPrefix("\u{10ffff}").rangeEnd };

/** Starts a cluster; its servers answer soon after, and clients wait for that by themselves. */
export async function startCluster(options: LocalClusterOptions = {}): Promise<LocalCluster> {
  const { size = 1, fsync = false, tls, clientTls, args = [], program = "etcd" } = options;
  const folder = await Deno.makeTempDir({ prefix: "orch-etcd-" });
  const scheme = tls === undefined ? "http" : "https";
  const ports = Array.from({ length: size * 2 }, freePort);
  const peers = Array.from({ length: size }, (_, index) => {
    return `m${index}=${scheme}://127.0.0.1:${ports[size + index]}`;
  });
  const members = peers.map((peer, index) => {
    const client = `${scheme}://127.0.0.1:${ports[index]}`;
    const peerUrl = peer.slice(peer.indexOf("=") + 1);
    const address = { host: "127.0.0.1", port: ports[index]!, secure: tls !== undefined };
    const data = `${folder}/m${index}`;
    return new LocalMember(address, data, [
      program,
      `--name=m${index}`,
      `--data-dir=${data}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=${peers.join(",")}`,
      ...(fsync ? [] : ["--unsafe-no-fsync"]),
      ...(tls === undefined ? [] : tlsArgs("", tls).concat(tlsArgs("peer-", tls))),
      ...args,
    ]);
  });
  const cluster = new LocalCluster(members, folder, clientTls);
  for (const member of members) member.start();
  return cluster;
}

function tlsArgs(kind: "" | "peer-", { ca, cert, key }: { ca: string; cert: string; key: string }) {
  return [
    `--${kind}cert-file=${cert}`,
    `--${kind}key-file=${key}`,
    `--${kind}trusted-ca-file=${ca}`,
    `--${kind}client-cert-auth`,
  ];
}
