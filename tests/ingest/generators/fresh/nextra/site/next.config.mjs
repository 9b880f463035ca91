import nextra from 'nextra'
import { BASE } from './site.mjs'

const withNextra = nextra({ contentDirBasePath: '/book', defaultShowCopyCode: true })

export default withNextra({
  output: 'export',
  basePath: BASE,
  trailingSlash: true,
  images: { unoptimized: true },
  eslint: { ignoreDuringBuilds: true },
})
