/** A browser in which nothing has happened yet: the browser functions that screens use while they are rendered. */
const browser = {
  addEventListener: () => undefined,
  localStorage: { getItem: () => null },
  // Used until the installation's own address is known, which is before any page is stored.
  location: { origin: 'http://localhost' },
}

Object.assign(globalThis, browser)
