import { describe, expect, it } from '@jest/globals'
import { listScripts } from './first-load.ts'

const manifest = {
  'index.html': { file: 'index.js', imports: ['_base.js'] },
  'Page.tsx': { file: 'page.js', imports: ['_base.js', '_shared.js'] },
  '_base.js': { file: 'base.js' },
  '_shared.js': { file: 'shared.js', imports: ['_base.js', '_style.css'] },
  '_style.css': { file: 'style.css' },
}

describe('the scripts of a first load', () => {
  it('are those of all entries and what they import, each once', () => {
    expect(listScripts(manifest, ['index.html', 'Page.tsx'])).toEqual(['index.js', 'base.js', 'page.js', 'shared.js'])
  })

  it('cannot be told of a page that is not in the build', () => {
    expect(() => listScripts(manifest, ['Gone.tsx'])).toThrow('The build has no Gone.tsx')
  })
})
