/**
 * Plugins of the server: each is one line in the list of its sort, and nothing else knows its name.
 *
 * @module
 */

import type { ServerContext } from "./server_context.ts";

/** How one plugin is made. The order of its list is the order in which plugins are asked. */
export interface Plugin<T, C> {
  /** What flags, metrics and errors call it. */
  readonly name: string;
  /** Whether it is there unless somebody says otherwise. Default false. */
  readonly onByDefault?: boolean;
  /**
   * Makes it of the server's context and its configuration; undefined where the configuration has
   * nothing for it. Throws where the configuration is wrong, naming the flag or file.
   */
  create(context: ServerContext, configuration: C): T | undefined | Promise<T | undefined>;
}

/** A plugin that has been made. */
export interface Made<T> {
  readonly name: string;
  readonly plugin: T;
}

/** Makes plugins in their order; those that have nothing to do are left out. */
export async function createPlugins<T, C>(
  plugins: readonly Plugin<T, C>[],
  context: ServerContext,
  configuration: C,
): Promise<Made<T>[]> {
  const made: Made<T>[] = [];
  for (const { name, create } of plugins) {
    const plugin = await create(context, configuration);
    if (plugin !== undefined) made.push({ name, plugin });
  }
  return made;
}

/** The plugins alone. */
export function pluginsOf<T>(made: readonly Made<T>[]): T[] {
  return made.map(({ plugin }) => plugin);
}

/** Which plugins of a list are on, as two flags name those that are and those that are not. */
export function chosenPlugins<T, C>(
  plugins: readonly Plugin<T, C>[],
  enabled: readonly string[],
  disabled: readonly string[],
): Plugin<T, C>[] {
  return plugins.filter(({ name, onByDefault = false }) =>
    enabled.includes(name) || onByDefault && !disabled.includes(name)
  );
}
