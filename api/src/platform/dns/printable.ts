/** Returns what a record says, shown to people: records contain what strangers put there, up to 64 kB of any bytes. */
export function shorten(value: string): string {
  const printable = value.replaceAll(/[^\x20-\x7e]/g, '?')
  return printable.length > 80 ? `${printable.slice(0, 80)}…` : printable
}
