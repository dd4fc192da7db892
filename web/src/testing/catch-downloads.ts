import { onTestFinished, vi } from 'vitest'

interface DownloadedFile {
  name: string
  text: Promise<string>
}

/** Catches the files that the page creates for the browser to download, until the test ends. */
export function catchDownloads(): readonly DownloadedFile[] {
  const files: DownloadedFile[] = []
  const contents: Blob[] = []
  // jsdom has neither.
  URL.createObjectURL = (content) => {
    if (content instanceof Blob) contents.push(content)
    return `blob:${contents.length - 1}`
  }
  URL.revokeObjectURL = () => {}
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function take(
    this: HTMLAnchorElement,
  ) {
    const content = contents[Number(this.href.replace('blob:', ''))]
    if (content) files.push({ name: this.download, text: content.text() })
  })
  onTestFinished(() => click.mockRestore())
  return files
}
