/** A browser in which nothing has happened yet: what the screens ask of theirs while they are drawn. */
const browser = {
  addEventListener: () => undefined,
  localStorage: { getItem: () => null },
  // Until the installation's own address is known, which is before anything is kept of a page.
  location: { origin: 'http://localhost' },
}

Object.assign(globalThis, browser)
