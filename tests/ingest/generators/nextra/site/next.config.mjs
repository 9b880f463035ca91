import nextra from 'nextra'

const withNextra = nextra({ contentDirBasePath: '/' })

export default withNextra({ basePath: '/kites', reactStrictMode: true })
