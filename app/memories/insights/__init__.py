"""What follows from several memories of one user, in the words of a model, held against its evidence."""
