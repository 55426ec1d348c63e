/**
 * Which plugins are on, as two flags say.
 *
 * @module
 */

import { ADMISSION_PLUGINS, type AdmissionPluginEntry } from "./plugins.ts";

/**
 * Checks `--enable-admission-plugins` and `--disable-admission-plugins`: throws where one names a plugin
 * that there is not, or both name the same.
 */
export function checkPluginFlags(
  enabled: readonly string[],
  disabled: readonly string[],
  plugins: readonly AdmissionPluginEntry[] = ADMISSION_PLUGINS,
): void {
  const known = new Set(plugins.map(({ name }) => name));
  const unknown = (flag: string, names: readonly string[]) =>
    names.filter((name) => !known.has(name)).map((name) =>
      `${flag} plugin ${JSON.stringify(name)} is unknown`
    );
  const problems = [
    ...unknown("enable-admission-plugins", enabled),
    ...unknown("disable-admission-plugins", disabled),
  ];
  const both = [...new Set(enabled)].filter((name) => disabled.includes(name)).sort();
  if (both.length > 0) {
    problems.push(
      `[${both.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`,
    );
  }
  if (problems.length > 0) throw new Error(problems.join(", "));
}
