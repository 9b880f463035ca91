export default { sail: 'Sail', index: '' }
