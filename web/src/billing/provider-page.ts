/** Leaves for a page of the payment provider, which leads back here. */
export function openProviderPage(url: string): void {
  location.assign(url)
}
