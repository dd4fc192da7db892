/** Goes to a page of the payment provider, which links back here. */
export function openProviderPage(url: string): void {
  location.assign(url)
}
