import { Footer, Layout, Navbar } from 'nextra-theme-docs'
import { Head } from 'nextra/components'
import { getPageMap } from 'nextra/page-map'
import 'nextra-theme-docs/style.css'
export const metadata = { title: 'Dye Book', metadataBase: new URL('https://dye.tools') }
export default async function RootLayout({ children }) {
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <Head />
      <body>
        <Layout navbar={<Navbar logo={<b>Dye</b>} />} pageMap={await getPageMap('/book')} footer={<Footer>x</Footer>}>{children}</Layout>
      </body>
    </html>
  )
}
