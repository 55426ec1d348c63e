/**
 * What a configuration file says of an extender, complete.
 *
 * @module
 */

/** An extender. */
export interface ExtenderSettings {
  readonly url: URL;
  /** What it can be asked; "": it is not. */
  readonly verbs: {
    readonly filter: string;
    readonly prioritize: string;
    readonly preempt: string;
    readonly bind: string;
  };
  /** What its scores count for. */
  readonly weight: number;
  readonly timeoutMs: number;
  /** Whether names of nodes and pods are enough for it. */
  readonly nodeCacheCapable: boolean;
  /** It is asked of pods that want one of these; none: of all pods. */
  readonly managedResources: readonly string[];
  /** Whether pods get their nodes without it where it can't be asked. */
  readonly ignorable: boolean;
  readonly tls: ExtenderTls;
}

/** Whom to take for it, and who asks: texts in PEM, or the files with these. */
export interface ExtenderTls {
  readonly insecure: boolean;
  readonly serverName: string;
  readonly authorities: PemSource;
  readonly certificate: PemSource;
  readonly key: PemSource;
}

/** A text goes before a file; "": neither. */
export interface PemSource {
  readonly text: string;
  readonly file: string;
}
