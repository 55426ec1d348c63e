/**
 * Names of iSCSI targets and initiators.
 *
 * @module
 */

/** A month, the domain of whoever gives names, and perhaps a name of its own. */
const QUALIFIED = /iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+(?::[^,;*&$|\s]+)$/;
const NUMBERED = /^eui.[A-Za-z0-9]{16}$/;
const ADDRESSED = /^naa.[A-Za-z0-9]{32}$/;

/** Whether a text has one of the three forms of a name. */
export function isIscsiName(text: string): boolean {
  if (text.startsWith("iqn")) return QUALIFIED.test(text);
  if (text.startsWith("eui")) return NUMBERED.test(text);
  return text.startsWith("naa") && ADDRESSED.test(text);
}
