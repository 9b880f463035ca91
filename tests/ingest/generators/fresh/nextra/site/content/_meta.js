export default { index: 'Welcome', plants: 'Plants', '---': { type: 'separator' }, mordant: 'Mordants', hidden: { display: 'hidden' } }
