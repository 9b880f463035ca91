// ANCHOR: all
fn knead() {
    // ANCHOR: fold
    fold();
    // ANCHOR_END: fold
}
// ANCHOR_END: all
