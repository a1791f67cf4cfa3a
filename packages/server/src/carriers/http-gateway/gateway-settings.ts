/**
 * A generic HTTP gateway: an address, a form of parameters, and what its answers mean. Preset: Kannel's
 * sendsms.
 */

export type GatewaySettings = {
  /** http://kannel:13013/cgi-bin/sendsms */
  url: string;
  method: 'GET' | 'POST';
  /** One parameter a line, `name=value`; values may hold {@link PLACEHOLDERS}. */
  parameters: string;
  username: string;
  password: string;
  /**
   * Texts, one a line: an answer 2xx counts as accepted when it contains one of them. Empty: every 2xx does.
   */
  acceptedTexts: string;
  /** Part of our webhook addresses: finds the channel. */
  webhookToken: string;
};

/**
 * What a parameter's value may name. `coding`: 0 for GSM, 2 for Unicode, as Kannel counts. `validity`:
 * minutes, empty without a limit.
 */
export const PLACEHOLDERS = [
  'username',
  'password',
  'from',
  'to',
  'text',
  'coding',
  'reference',
  'receipt',
  'validity',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/**
 * The parameters of a template, in order, without one that would hold an empty validity. An unknown
 * placeholder stays as it is.
 */
export function fillParameters(
  template: string,
  values: Readonly<Record<Placeholder, string>>,
): [string, string][] {
  return template
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes('=') && !(values.validity === '' && line.endsWith('={validity}')))
    .map((line) => {
      const at = line.indexOf('=');
      const value = line.slice(at + 1).replace(/\{(\w+)\}/g, (whole, name: string) => {
        return Object.hasOwn(values, name) ? values[name as Placeholder] : whole;
      });
      return [line.slice(0, at).trim(), value];
    });
}
