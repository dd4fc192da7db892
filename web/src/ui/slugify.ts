/** Returns a heading's anchor in GitHub's form, so that a link works in both places. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
