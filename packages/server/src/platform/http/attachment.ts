/**
 * The header that names a downloaded file (RFC 6266). What no name of a file may hold becomes a hyphen;
 * letters of any language stay, with a name in plain letters for clients that know no others.
 */
export function attachment(fileName: string): string {
  const own = named(fileName.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, '-'));
  const bare = fileName.normalize('NFKD').replace(/\p{M}/gu, '');
  const plain = named(bare.replace(/[^\w.-]+/g, '-'));
  const others = own === plain ? '' : `; filename*=UTF-8''${encodeURIComponent(own)}`;
  return `attachment; filename="${plain}"${others}`;
}

/** Of a name of emoji alone nothing is left but what it ends with. */
const named = (name: string) => name.replace(/^-+(?=\.)/, 'export');
