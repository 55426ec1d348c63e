/**
 * Where a server's certificates come from, as serving needs to know it.
 *
 * @module
 */

/** A certificate, its chain after it, and its private key as PKCS#8, in PEM. */
export interface TlsPair {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate for some names only. */
export interface NamedPair extends TlsPair {
  /** Exact names, `*.suffix` patterns and addresses, lower-case, the most telling source first. */
  readonly names: readonly string[];
  /** Whether the names were given, which beats names that the certificate says itself. */
  readonly explicit: boolean;
}

/** Everything that a handshake shows. */
export interface TlsMaterial {
  /** For clients whose server name no named pair has. */
  readonly main: TlsPair;
  readonly named: readonly NamedPair[];
  /**
   * Authorities whose client certificates are asked for, in PEM, all sets together; none: clients
   * are not asked. What a certificate proves is not decided by them.
   */
  readonly clientAuthorities?: string;
}

/**
 * Supplies the certificates of a server: `current` is always the newest material. A server that
 * is given a source closes it when it ends.
 */
export interface TlsSource {
  readonly current: TlsMaterial;
  /** Calls `changed` after each change, until the returned function is called. */
  onChange(changed: (material: TlsMaterial) => void): () => void;
  /** Ends what watches for changes. */
  close(): Promise<void>;
}

/** A source that never changes. */
export function fixedTls(material: TlsMaterial): TlsSource {
  return { current: material, onChange: () => () => {}, close: () => Promise.resolve() };
}
