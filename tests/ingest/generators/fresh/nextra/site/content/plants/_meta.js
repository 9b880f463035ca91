export default { woad: 'Woad', madder: '' }
