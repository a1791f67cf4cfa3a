const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** 512 B, 8.1 MB, 23 GB: by thousands, as disks are sold. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 9.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
