export default { index: 'Start', docs: 'Docs', about: { title: 'About' } }
