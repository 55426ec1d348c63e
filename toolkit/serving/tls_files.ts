/**
 * Certificates from files, read again when they change: by a person, a rotation, or a mounted
 * secret, whose files are links that are swapped under their names.
 *
 * Every second the files are looked at, and read and compared where they may be others than before. That
 * sees every kind of change; file events miss some (a folder above is replaced) and report others twice.
 *
 * @module
 */

import {
  addressText,
  certificatesOfPem,
  MAX_PEM_BYTES,
  parseCertificate,
} from "../certificates/mod.ts";
import { repeatedly } from "../backoff.ts";
import { type Clock, systemClock } from "../clock.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { checkedPair, readText } from "./key_pair.ts";
import type { NamedPair, TlsMaterial, TlsPair, TlsSource } from "./tls_source.ts";

/** How often files are looked at. */
const RELOAD_INTERVAL_MS = 1000;

/** A file that was changed so shortly before it was read may change again without a trace in its times. */
const SETTLED_MS = 5000;

/** A certificate and its key. */
export interface PairFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A pair for some names. */
export interface NamedPairFiles extends PairFiles {
  /** As given; empty: the names in the certificate. */
  readonly names: readonly string[];
}

/** Which files. */
export interface TlsFilesOptions {
  /** Files, or a pair that is in none. */
  readonly main: PairFiles | TlsPair;
  readonly named?: readonly NamedPairFiles[];
  /** Bundles of authorities whose client certificates are asked for. */
  readonly clientAuthorityFiles?: readonly string[];
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Reads the files and goes on watching them. Rejects when they can't be served as they are. */
export async function openTlsFiles(options: TlsFilesOptions): Promise<TlsSource> {
  const texts = await readAll(options);
  return new WatchedFiles(options, texts, materialOf(options, texts));
}

/** The texts of all files, by path. */
type Texts = ReadonlyMap<string, string>;

function pathsOf({ main, named = [], clientAuthorityFiles = [] }: TlsFilesOptions): Set<string> {
  return new Set([
    ...("certFile" in main ? [main.certFile, main.keyFile] : []),
    ...named.flatMap(({ certFile, keyFile }) => [certFile, keyFile]),
    ...clientAuthorityFiles,
  ]);
}

/**
 * Which files there are and when each changed last; undefined where one is gone, or has changed so lately that
 * this says too little.
 */
function stampOf(options: TlsFilesOptions): string | undefined {
  const { clock = systemClock } = options;
  const settledBy = clock.now() - SETTLED_MS;
  const stamps: unknown[] = [];
  for (const path of pathsOf(options)) {
    let info: Deno.FileInfo;
    try {
      info = Deno.statSync(path);
    } catch {
      return undefined;
    }
    const { dev, ino, size, mtime, ctime } = info;
    const changed = Math.max(mtime?.getTime() ?? Infinity, ctime?.getTime() ?? Infinity);
    if (changed > settledBy) return undefined;
    stamps.push(dev, ino, size, changed);
  }
  return stamps.join(" ");
}

async function readAll(options: TlsFilesOptions): Promise<Texts> {
  const texts = await Promise.all([...pathsOf(options)].map(async (path) => {
    const text = await readText(path);
    if (text.length > MAX_PEM_BYTES) throw new Error(`${path} is over ${MAX_PEM_BYTES} bytes`);
    return [path, text] as const;
  }));
  return new Map(texts);
}

function same(a: Texts, b: Texts): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);
}

function materialOf(options: TlsFilesOptions, texts: Texts): TlsMaterial {
  const { main, named = [], clientAuthorityFiles = [] } = options;
  const text = (path: string) => texts.get(path) ?? "";
  const pairOf = ({ certFile, keyFile }: PairFiles) =>
    checkedPair(text(certFile), text(keyFile), certFile, keyFile);
  const authorities = clientAuthorityFiles.map((path) => {
    for (const der of certificatesOfPem(text(path), path)) parseCertificate(der);
    return text(path);
  });
  return {
    main: "certFile" in main ? pairOf(main) : main,
    named: named.map((files): NamedPair => {
      const { certificate, key, leaf } = pairOf(files);
      const { dns, ip } = leaf.alternativeNames;
      const own = [...dns, ...ip.map(addressText)];
      const names = files.names.length > 0 ? files.names : own.length > 0 ? own : [leaf.commonName];
      return {
        certificate,
        key,
        names: names.map((name) => name.toLowerCase()),
        explicit: files.names.length > 0,
      };
    }),
    ...(authorities.length > 0 && { clientAuthorities: authorities.join("\n") }),
  };
}

class WatchedFiles implements TlsSource {
  current: TlsMaterial;
  readonly #options: TlsFilesOptions;
  readonly #logger: Logger;
  readonly #told = new Set<(material: TlsMaterial) => void>();
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #texts: Texts;
  /** Of the files when these texts were read. */
  #stamp: string | undefined;
  /** What could not be used last time, so that it is complained about once. */
  #refused: string | undefined;

  constructor(options: TlsFilesOptions, texts: Texts, material: TlsMaterial) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#texts = texts;
    this.current = material;
    this.#watching = repeatedly(() => this.#look(), {
      clock: options.clock ?? systemClock,
      signal: this.#stopping.signal,
      firstMs: RELOAD_INTERVAL_MS,
      intervalMs: RELOAD_INTERVAL_MS,
      failed: (error) => this.#complain(error),
    });
  }

  onChange(changed: (material: TlsMaterial) => void): () => void {
    this.#told.add(changed);
    return () => void this.#told.delete(changed);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
  }

  async #look(): Promise<void> {
    const stamp = stampOf(this.#options);
    if (stamp !== undefined && stamp === this.#stamp) return;
    const texts = await readAll(this.#options);
    if (same(texts, this.#texts)) {
      this.#refused = undefined;
      this.#stamp = stamp;
      return;
    }
    const material = materialOf(this.#options, texts);
    this.#texts = texts;
    this.#refused = undefined;
    this.current = material;
    this.#logger.info("Certificates were reloaded", { files: [...this.#texts.keys()] });
    for (const changed of this.#told) changed(material);
  }

  /** Certificate and key are rarely written at one moment: only what stays wrong is a mistake. */
  #complain(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const known = this.#refused;
    if (known === message) {
      this.#refused = `${message}, said`;
      this.#logger.error("Changed certificates can't be used; the old ones stay in use", error);
    } else if (known !== `${message}, said`) {
      this.#refused = message;
    }
  }
}
